/** The bodies of contract calls: what they accept, and the bad input that they refuse. */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  amendTargetsBody,
  cancelAllLeverOrdersBody,
  closeAllPositionsBody,
  closedPositions,
  leverAccount,
  leverMarket,
  leverOrder,
  leverOrderIdBody,
  leverOrderPage,
  listLeverHistoryQuery,
  placeLeverOrderBody,
} from '../../../contract/lever/lever.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { WRONG_SPELLINGS } from '../../support/amount-spellings.ts';

const takes = (schema: z.ZodType, body: unknown): boolean => schema.safeParse(body).success;

const market = {
  lever_market_id: '1',
  direction: 'long',
  type: 'market',
  lots: '250',
  multiple: '20',
};
const limit = { ...market, type: 'limit', price: '97000' };

describe('placing an order', () => {
  test('takes a market order and a limit order with targets', () => {
    expect(placeLeverOrderBody.parse({ ...market, worst_price: '97300.5' })).toMatchObject({
      lots: 250,
      multiple: 20,
      worst_price: '97300.5',
    });
    expect(takes(placeLeverOrderBody, { ...limit, take_profit: '99000', stop_loss: '95000' })).toBe(
      true,
    );
  });

  test.each([
    ['lots', '0'],
    ['lots', '-1'],
    ['lots', '1.5'],
    ['lots', '1e3'],
    ['lots', '9007199254740992'],
    ['multiple', '0'],
    ['multiple', '2.5'],
    ['direction', 'up'],
    ['type', 'stop'],
    ['price', '0'],
    ['price', '-97000'],
    ['price', '97000.0'],
    ['price', '1'.repeat(39)],
    ['take_profit', 'NaN'],
    ['stop_loss', '+1'],
    ['lever_market_id', '01'],
    ['owner_id', '7'],
  ])('refuses %s %s', (field, value) => {
    expect(takes(placeLeverOrderBody, { ...limit, [field]: value })).toBe(false);
  });

  test.each(['take_profit', 'stop_loss', 'worst_price', 'price'])(
    'refuses every wrong spelling of %s',
    (field) => {
      const order = field === 'worst_price' ? market : limit;
      const taken = WRONG_SPELLINGS.filter((spelling) =>
        takes(placeLeverOrderBody, { ...order, [field]: spelling }),
      );
      expect(taken).toEqual([]);
    },
  );

  test('refuses a price of a market order, and a worst price of a limit order', () => {
    expect(takes(placeLeverOrderBody, { ...market, price: '97000' })).toBe(false);
    expect(takes(placeLeverOrderBody, { ...limit, worst_price: '97000' })).toBe(false);
    expect(takes(placeLeverOrderBody, { ...limit, price: undefined })).toBe(false);
  });
});

test('an amendment clears a target by a blank, and needs both targets and the revision', () => {
  const amended = { id: '5', revision: '2', take_profit: '', stop_loss: '95000' };
  expect(takes(amendTargetsBody, amended)).toBe(true);
  expect(takes(amendTargetsBody, { ...amended, take_profit: ' ' })).toBe(false);
  expect(takes(amendTargetsBody, { ...amended, take_profit: undefined })).toBe(false);
  expect(takes(amendTargetsBody, { ...amended, revision: '0' })).toBe(false);
});

test('one or many orders are named without any other field', () => {
  expect(takes(leverOrderIdBody, { id: '5' })).toBe(true);
  expect(takes(leverOrderIdBody, { id: '0' })).toBe(false);
  expect(takes(cancelAllLeverOrdersBody, {})).toBe(true);
  expect(takes(cancelAllLeverOrdersBody, { id: '5' })).toBe(false);
  expect(takes(closeAllPositionsBody, { direction: 'short', lever_market_id: '1' })).toBe(true);
  expect(takes(closeAllPositionsBody, {})).toBe(false);
});

test('a list has a page size', () => {
  expect(listLeverHistoryQuery.parse({})).toEqual({ size: LIMITS.order_page_size_default });
  expect(takes(listLeverHistoryQuery, { size: String(LIMITS.order_page_size_max + 1) })).toBe(
    false,
  );
});

describe('the answers', () => {
  const position = {
    id: '5',
    lever_market_id: 1,
    direction: 'long',
    type: 'market',
    state: 'in_trading',
    lots: 250,
    multiple: 20,
    price: null,
    take_profit: null,
    stop_loss: '95000',
    spread_ppm: 200,
    fee_ppm: 500,
    night_ppm: 300,
    reserve: '0',
    open_price: '97269.45',
    margin: '1215.868125',
    fee: '12.15868125',
    night_fee: '7.29520875',
    opened_at: 1_800_000_000_000,
    close_reason: null,
    close_price: null,
    profit: null,
    overnight_fee: null,
    closed_at: null,
    cancel_reason: null,
    revision: 2,
    created_at: 1_800_000_000_000,
  };

  test('show a position with all that its figures are made of', () => {
    expect(takes(leverOrder, position)).toBe(true);
    expect(takes(leverOrder, { ...position, state: 'liquidated' })).toBe(false);
    const funds = { available: '1771.97', frozen: '1215.87', debt: '0', margin: '1215.87' };
    const thresholds = { warning: 100, danger: 70, stop_out: 50 };
    const account = {
      currency_id: 1,
      ...funds,
      usable: '1767.11',
      transferable: '1667.11',
      set_aside: [{ lever_market_id: 2, reason: 'apart', amount: '100' }],
      positions: [position],
      thresholds,
    };
    expect(takes(leverAccount, account)).toBe(true);
    expect(takes(leverOrderPage, { orders: [position], next: null })).toBe(true);
    expect(takes(closedPositions, { closed: [position], waiting: ['6'] })).toBe(true);
  });

  test('show a market without a price', () => {
    const shown = {
      id: 1,
      currency_match_id: 1,
      symbol: null,
      settle_currency_id: 1,
      settle_currency_code: 'USDT',
      price_scale: 2,
      lot_size: '0.001',
      lots_min: 1,
      lots_max: 1_000_000,
      multiples: [1, 20, 100],
      spread_ppm: 200,
      fee_ppm: 500,
      night_ppm: 300,
      night_calendar: 'coin',
      status: 'trading',
      mark: null,
      mark_state: 'frozen',
      mark_reason: 'too_few',
      is_agreed: false,
      mark_changed_at: null,
      apart_ppm: null,
      next_open: null,
      ends_at: null,
    };
    expect(takes(leverMarket, shown)).toBe(true);
  });
});
