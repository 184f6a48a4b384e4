/** State of the limits that count all markets: at its cap each of them refuses the next opening. */
import { expect, test } from 'vitest';
import { BTC, LeverScene, priceOf, ticksOf, usdt } from '../../support/lever/lever-scene.ts';

const [ANN, BOB] = [1, 2];
const REFUSED = { ok: false, error: 'exposure_limit_reached' };

/** Funds of 1,000, whose caps are 600, in a market at 10,000 where a lot is worth 10. */
function withFunds(house: { readonly pool: bigint; readonly insurance: bigint }): LeverScene {
  const scene = new LeverScene({ ...house, base: house.pool });
  for (const ownerId of [ANN, BOB]) scene.fund('1000000', ownerId);
  scene.mark(BTC, '10000.00');
  return scene;
}
const long = { ownerId: ANN, market: BTC, direction: 'long' } as const;

test('a move of all prices by a tenth takes three fifths of pool and insurance fund at most', () => {
  const scene = withFunds({ pool: usdt('1000'), insurance: 0n });
  expect(scene.core.cover.limits.move).toEqual({ used: 0n, cap: usdt('600') });
  scene.place({ ...long, lots: 600, multiple: 1 });
  // A fifth of the fee of 3.0006 went to the insurance fund.
  const { used, cap } = scene.core.cover.limits.move;
  expect([used, cap]).toEqual([usdt('600'), usdt('600.360072')]);
  expect(scene.ask({ ...long, lots: 1, multiple: 1 })).toEqual(REFUSED);
  // A short lowers the net exposure.
  scene.place({ ...long, ownerId: BOB, direction: 'short', lots: 100, multiple: 1 });
  expect(scene.core.cover.limits.move.used).toBe(usdt('500'));
});

test('a gap that users cannot pay takes three fifths of them at most, also without a net exposure', () => {
  const scene = withFunds({ pool: usdt('100'), insurance: usdt('900') });
  scene.place({ ...long, lots: 60, multiple: 100 });
  scene.place({ ...long, ownerId: BOB, direction: 'short', lots: 60, multiple: 100 });
  // A tenth of the notional of 600.12 is lost, and a hundredth is its margin.
  expect(scene.core.cover.limits.gap.used).toBe(usdt('54.0108'));
  expect(scene.core.cover.limits.move.used).toBe(0n);
  scene.core.fundHouse(0n, usdt('-900'));
  expect(scene.core.cover.limits.gap.cap).toBe(usdt('60.072'));
  // 7 lots more would take it to 60.3120.
  expect(scene.ask({ ...long, lots: 7, multiple: 100 })).toEqual(REFUSED);
});

test('a cover two fifths below the base refuses openings', () => {
  const scene = withFunds({ pool: usdt('10000'), insurance: usdt('100000') });
  scene.place({ ...long, lots: 100, multiple: 1 });
  // Opened at 10,002.00; at this mark the pool owes 4,000.
  scene.mark(BTC, '50002.00');
  expect(scene.core.cover.limits.loss).toEqual({ used: usdt('4000'), cap: usdt('4000') });
  expect(scene.core.cover.guard).toBe('open');
  scene.mark(BTC, priceOf(BTC, ticksOf(BTC, '50002.00') + 1));
  expect(scene.core.cover.limits.loss.used).toBe(usdt('4000.001'));
  expect(scene.core.cover.guard).toBe('reduce');
  scene.mark(BTC, '9000');
  expect(scene.core.cover.limits.loss.used).toBe(0n);
});

test('funds that owe more than they hold leave no room', () => {
  const scene = withFunds({ pool: usdt('-5'), insurance: usdt('3') });
  expect(scene.core.cover.limits.move).toEqual({ used: 0n, cap: 0n });
});
