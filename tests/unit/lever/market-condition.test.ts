/** The conditions of a contract market, and the limits, take-profits and closes that wait for sources that agree. */
import { expect, test } from 'vitest';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { KnownMark } from '../../../machines/app/lever/order-waits.ts';
import { portfolioOf } from '../../../machines/app/lever/lever-portfolio.ts';
import { marketCondition, takesOrders } from '../../../src/app/lever/use-lever-markets.ts';
import { BTC, LONG, MARKETS, STAGE_NOW_MS } from '../../support/lever/stage/stage-data.ts';

const LIVE: KnownMark = {
  price: '95000',
  status: 'trading',
  state: 'live',
  reason: null,
  isAgreed: true,
  apartPpm: 0,
  changedAt: STAGE_NOW_MS,
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

/** Sources beyond the 350 millionths of the market. */
const APART = { isAgreed: false, apartPpm: 351 };
/** Sources that agree within the costs of the market, and not within the 250 millionths of older orders. */
const WIDE = { apartPpm: 251 };
const OLDER = { fee_ppm: 300 };
const CLOSE_ONLY = { ...APART, status: 'close_only' } as const;

test.each([
  ['a long at its take-profit', 'apart', { direction: 'long' }, '99000', APART],
  ['a long below it', null, { direction: 'long' }, '98999.99', APART],
  ['a short at its take-profit', 'apart', { direction: 'short' }, '99000', APART],
  ['a short above it', null, { direction: 'short' }, '99000.01', APART],
  ['an older long with lower costs', 'costs', OLDER, '99000', WIDE],
  ['an older long below it', null, OLDER, '98999.99', WIDE],
  ['an older long whose costs allow the distance', null, OLDER, '99000', { apartPpm: 250 }],
  ['a long with the costs of the market', null, {}, '99000', { apartPpm: 350 }],
  ['a long that waits to be closed', null, { state: 'closing' }, '99000', APART],
  ['a long whose mark is frozen', null, {}, '99000', { state: 'frozen', apartPpm: null }],
] as const)('the take-profit of %s waits for: %s', (_, waits, order, price, change) => {
  expect(positionAt(order, { price, ...change })?.takeProfitWaits).toBe(waits);
});

test.each([
  ['apart', 'by its owner at a mark on which no sources agree', {}, APART],
  ['apart', 'of an ended market at such a mark', { close_reason: 'wound_down' }, APART],
  ['frozen', 'by its owner without a mark', OLDER, { state: 'frozen', apartPpm: null }],
  ['costs', 'whose costs are below the distance', OLDER, WIDE],
  ['next', 'whose costs are below those of the market, and allow the distance', OLDER, {}],
  ['next', 'with the costs of the market', {}, { apartPpm: 350 }],
  ['next', 'of an ended market', { ...OLDER, close_reason: 'wound_down' }, WIDE],
] as const)('%s: the reason why a close waits %s', (reason, _, order, change) => {
  const closing = { state: 'closing', close_reason: 'owner', ...order } as const;
  expect(positionAt(closing, change)?.closeWaits).toBe(reason);
});

test('an open position does not wait to be closed', () => {
  expect(positionAt(OLDER, WIDE)?.closeWaits).toBe(null);
});

/** Its spread of 200 millionths makes 95000 the last mark at which the long opens, and 94962 the last of the short. */
const LONG_LIMIT = { state: 'pending', price: '95019', take_profit: null } as const;
const SHORT_LIMIT = { ...LONG_LIMIT, direction: 'short', price: '94943' } as const;

test.each([
  ['a long at its limit', 'apart', LONG_LIMIT, '95000', APART],
  ['a long above it', undefined, LONG_LIMIT, '95000.01', APART],
  ['a short at its limit', 'apart', SHORT_LIMIT, '94962', APART],
  ['a short below it', undefined, SHORT_LIMIT, '94961.99', APART],
  ['an older long with lower costs', 'costs', { ...LONG_LIMIT, ...OLDER }, '95000', WIDE],
  ['a long with the costs of the market', undefined, LONG_LIMIT, '95000', WIDE],
  ['a market order', undefined, { ...LONG_LIMIT, price: null }, '95000', APART],
  ['an open long', undefined, { ...LONG_LIMIT, state: 'in_trading' }, '95000', APART],
  ['a long whose mark is frozen', undefined, LONG_LIMIT, '95000', { state: 'frozen' }],
  ['a long whose market closes positions only', undefined, LONG_LIMIT, '95000', CLOSE_ONLY],
  ['a long in a close-only mark', undefined, LONG_LIMIT, '95000', { ...APART, isCloseOnly: true }],
] as const)('the opening of %s waits for: %s', (_, waits, order, price, change) => {
  expect(portfolioAt(order, { price, ...change }).entryWaits.get(LONG.id)).toBe(waits);
});

function positionAt(order: Partial<LeverOrderInfo>, mark: Partial<KnownMark>) {
  return portfolioAt(order, mark).positions.get(LONG.id);
}

function portfolioAt(order: Partial<LeverOrderInfo>, mark: Partial<KnownMark>) {
  return portfolioOf({
    cash: { available: 0n, frozen: 0n, debt: 0n },
    orders: [{ ...LONG, ...order }],
    markets: new Map(MARKETS.map((market) => [market.id, market])),
    marks: new Map([[BTC, { ...LIVE, ...mark }]]),
    now: STAGE_NOW_MS,
  });
}
