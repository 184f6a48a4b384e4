/** The conditions of a contract market, and the take-profits that wait for sources that agree. */
import { expect, test } from 'vitest';
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
  const { positions } = portfolioOf({
    cash: { available: 0n, frozen: 0n, debt: 0n },
    orders: [{ ...LONG, direction }],
    markets: new Map(MARKETS.map((market) => [market.id, market])),
    marks: new Map([[BTC, { ...LIVE, price, ...change }]]),
    now: STAGE_NOW_MS,
  });
  expect(positions.get(LONG.id)?.takeProfitWaits).toBe(waits);
});
