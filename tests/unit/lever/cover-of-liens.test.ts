/** Part of a contract account that covers deposits that may still be reversed. */
import { expect, test } from 'vitest';
import { coverOfLiens } from '../../../server/areas/lever/cover-of-liens.ts';
import { BTC, LeverScene, usdt } from '../../support/lever/lever-scene.ts';

test('an account without positions covers by all it has, reserves of pending orders too', () => {
  const scene = new LeverScene();
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  scene.place({ market: BTC, direction: 'long', lots: 100, multiple: 10, limitTicks: 9_000_000 });
  expect(coverOfLiens(scene.account())).toBe(usdt('5000'));
});

test('an account with positions covers by what may leave it, without margins and profits', () => {
  const scene = new LeverScene();
  scene.fund('5000');
  scene.mark(BTC, '97250.00');
  scene.place({ market: BTC, direction: 'long', lots: 100, multiple: 10 });
  scene.mark(BTC, '99000.00');
  const won = scene.account();
  expect(coverOfLiens(won)).toBe(won.available);
  scene.mark(BTC, '96000.00');
  const lost = scene.account();
  expect(coverOfLiens(lost)).toBe(lost.available + lost.unrealized);
  expect(lost.unrealized).toBeLessThan(0n);
});
