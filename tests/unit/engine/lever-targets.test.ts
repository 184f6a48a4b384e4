/** Changes of take-profit and stop-loss of a position while its mark is uncertain. */
import { beforeEach, expect, test } from 'vitest';
import type { LeverOrder } from '../../../server/engine/lever/lever-types.ts';
import { ANN, BTC, LeverScene, ticksOf } from '../../support/lever/lever-scene.ts';

const longBtc = { market: BTC, direction: 'long', lots: 100, multiple: 10 } as const;
const APART = { isAgreed: false };
const PROFIT = ticksOf(BTC, '100400');
const LOSS = ticksOf(BTC, '99900');
let scene: LeverScene;
let order: LeverOrder;
beforeEach(() => {
  scene = new LeverScene();
  scene.fund('10000');
  scene.mark(BTC, '100000');
  order = scene.place({ ...longBtc, takeProfitTicks: PROFIT, stopLossTicks: LOSS });
});

function amend(takeProfitTicks: number | null, stopLossTicks: number | null): string {
  const { id, revision } = order;
  const targets = { takeProfitTicks, stopLossTicks };
  const amended = scene.core.amend({ ownerId: ANN, id, revision, ...targets }, scene.now);
  return amended.ok ? 'amended' : amended.error;
}

test.each([
  ['frozen', () => scene.freeze(BTC)],
  ['closed', () => scene.freeze(BTC, 'closed')],
  ['halted', () => scene.core.setTerms({ ...BTC, status: 'halted' })],
])('an owner clears one and loosens the stop-loss in a %s market, and sets none', (_, disturb) => {
  disturb();
  expect(amend(PROFIT, LOSS + 1)).toBe('mark_unavailable');
  expect(amend(PROFIT + 1, LOSS)).toBe('mark_unavailable');
  expect(amend(PROFIT, LOSS - 1)).toBe('amended');
  expect(amend(PROFIT, null)).toBe('amended');
  expect(amend(PROFIT, LOSS)).toBe('mark_unavailable');
  expect(amend(null, null)).toBe('amended');
});

test('an owner keeps a take-profit that waits for agreement while the stop-loss changes', () => {
  scene.mark(BTC, '100450', APART);
  expect(amend(PROFIT, LOSS - 1)).toBe('amended');
  expect(amend(PROFIT + 1, LOSS - 1)).toBe('take_profit_wrong_side');
  expect(amend(PROFIT, null)).toBe('amended');
  expect(order).toMatchObject({ state: 'in_trading', takeProfitTicks: PROFIT });
  scene.mark(BTC, '100450');
  expect(order.closeReason).toBe('take_profit');
});

test('an owner loosens a short’s stop-loss upwards', () => {
  order = scene.place({
    ...longBtc,
    direction: 'short',
    takeProfitTicks: LOSS,
    stopLossTicks: PROFIT,
  });
  scene.freeze(BTC);
  expect(amend(LOSS, PROFIT - 1)).toBe('mark_unavailable');
  expect(amend(LOSS, PROFIT + 1)).toBe('amended');
  expect(amend(null, PROFIT + 1)).toBe('amended');
});
