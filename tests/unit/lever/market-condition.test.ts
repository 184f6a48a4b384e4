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
  apartPpm: 0,
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
