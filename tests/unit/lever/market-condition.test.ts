/** The conditions of a contract market, and the take-profits and closes that wait for sources that agree. */
import { expect, test } from 'vitest';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { KnownMark } from '../../../machines/app/lever/lever-portfolio.ts';
import { portfolioOf } from '../../../machines/app/lever/lever-portfolio.ts';
import { marketCondition, takesOrders } from '../../../src/app/lever/use-lever-markets.ts';
import { BTC, LONG, MARKETS, STAGE_NOW_MS } from '../../support/lever/stage/stage-data.ts';

const LIVE: KnownMark = {
  price: '95000',
  status: 'trading',
  state: 'live',
  reason: null,
  isAgreed: true,
  isCloseOnly: false,
};

test.each([
  ['live', true, {}],
  ['apart', true, { isAgreed: false }],
  ['closeOnly', false, { isCloseOnly: true, isAgreed: false }],
  ['closeOnly', false, { status: 'close_only' }],
  ['frozen', false, { state: 'frozen', reason: 'apart', isAgreed: false }],
  ['closed', false, { state: 'closed', reason: 'closed', isAgreed: false }],
  ['halted', false, { status: 'halted', state: 'frozen', isAgreed: false }],
] as const)('%s: orders are taken: %s', (condition, isTaken, change) => {
  const mark = { ...LIVE, ...change };
  expect([marketCondition(mark), takesOrders(mark)]).toEqual([condition, isTaken]);
});

test.each([
  ['a long at its take-profit', true, 'long', '99000', { isAgreed: false }],
  ['a long below it', false, 'long', '98999.99', { isAgreed: false }],
  ['a short at its take-profit', true, 'short', '99000', { isAgreed: false }],
  ['a short above it', false, 'short', '99000.01', { isAgreed: false }],
  ['a long whose sources agree', false, 'long', '99000', {}],
  ['a long whose mark is frozen', false, 'long', '99000', { state: 'frozen' }],
] as const)('the take-profit of %s waits: %s', (_, waits, direction, price, change) => {
  const value = positionAt({ direction }, { price, ...change });
  expect(value?.takeProfitWaits).toBe(waits);
});

test.each([
  ['apart', 'by its owner at a mark on which no sources agree', {}, { isAgreed: false }],
  ['frozen', 'by its owner without a mark', { fee_ppm: 499 }, { state: 'frozen' }],
  ['costs', 'whose costs are below the costs of the market', { fee_ppm: 498 }, {}],
  ['next', 'whose costs allow the same distance', { spread_ppm: 201, fee_ppm: 499 }, {}],
  ['next', 'whose costs are higher', { fee_ppm: 600 }, {}],
  ['next', 'of an ended market', { fee_ppm: 498, close_reason: 'wound_down' }, {}],
] as const)('%s: the reason why a close waits %s', (reason, _, order, change) => {
  const closing = { state: 'closing', close_reason: 'owner', ...order } as const;
  expect(positionAt(closing, change)?.closeWaits).toBe(reason);
});

test('an open position does not wait to be closed', () => {
  expect(positionAt({ fee_ppm: 498 }, {})?.closeWaits).toBe(null);
});

function positionAt(order: Partial<LeverOrderInfo>, mark: Partial<KnownMark>) {
  const { positions } = portfolioOf({
    cash: { available: 0n, frozen: 0n, debt: 0n },
    orders: [{ ...LONG, ...order }],
    markets: new Map(MARKETS.map((market) => [market.id, market])),
    marks: new Map([[BTC, { ...LIVE, ...mark }]]),
    now: STAGE_NOW_MS,
  });
  return positions.get(LONG.id);
}
