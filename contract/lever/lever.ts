/** Contracts: markets with leverage, their orders and accounts, and the calls that change them. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import {
  decimalText,
  epochMs,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../schemas/fields.ts';

const leverMarketIdField = wholeNumber(1, 99_999);

const direction = z.enum(['long', 'short']);
const kind = z.enum(['market', 'limit']);
/**
 * pending: waits for its price. in_trading: open. closing: waits for a price at which it closes. closed and
 * cancelled are final.
 */
const leverOrderState = z.enum(['pending', 'in_trading', 'closing', 'closed', 'cancelled']);
/**
 * Who or what closed a position. stop_out: equity fell to half of the margin. deleveraged: the pool covered
 * too little. wound_down: the market ended.
 */
const closeReason = z.enum([
  'owner',
  'take_profit',
  'stop_loss',
  'stop_out',
  'deleveraged',
  'wound_down',
]);
/**
 * Why an order ended before it opened. price_moving: the sources of prices did not agree in time.
 * exposure_limit: the exchange took no more of this risk.
 */
const cancelReason = z.enum([
  'owner',
  'operator',
  'insufficient_margin',
  'exposure_limit',
  'account_stopped_out',
  'market_removed',
  'price_moving',
]);
/** live: everything. frozen: the sources disagree. closed: outside trading hours. */
const markState = z.enum(['live', 'frozen', 'closed']);

export const leverMarket = z.object({
  id: z.int(),
  /** The instrument: a spot market or a forex pair; the other is null. */
  currency_match_id: z.int().nullable(),
  symbol: z.string().nullable(),
  price_scale: z.int(),
  /** Units of the instrument in one lot. */
  lot_size: decimalText,
  lots_min: z.int(),
  lots_max: z.int(),
  multiples: z.array(z.int()),
  /** Distance of the entry price from the mark, in millionths of the mark. */
  spread_ppm: z.int(),
  /** Opening fee, in millionths of the notional; closing is free. */
  fee_ppm: z.int(),
  /** Fee of one night, in millionths of the notional. */
  night_ppm: z.int(),
  /** coin: each night counts once. forex: the night after Wednesday counts three times, weekends never. */
  night_calendar: z.enum(['coin', 'forex']),
  /** trading: all calls. close_only: no openings. halted: no openings, and closes wait. */
  status: z.enum(['trading', 'close_only', 'halted']),
  mark: decimalText.nullable(),
  mark_state: markState,
  /** Start of the next trading hours of a closed market. */
  next_open: epochMs.nullable(),
});

/** An order, and the position that it has become. Amounts are in the settlement currency. */
export const leverOrder = z.object({
  id: recordIdField,
  lever_market_id: z.int(),
  direction,
  type: kind,
  state: leverOrderState,
  lots: z.int(),
  multiple: z.int(),
  /** Limit price; null for a market order. */
  price: decimalText.nullable(),
  take_profit: decimalText.nullable(),
  stop_loss: decimalText.nullable(),
  /** The terms of its placement, see `leverMarket`. */
  spread_ppm: z.int(),
  fee_ppm: z.int(),
  night_ppm: z.int(),
  /** Held back while it is pending. */
  reserve: decimalText,
  /** Entry price, margin, opening fee and fee of one night; null before it opens. */
  open_price: decimalText.nullable(),
  margin: decimalText.nullable(),
  fee: decimalText.nullable(),
  night_fee: decimalText.nullable(),
  opened_at: epochMs.nullable(),
  close_reason: closeReason.nullable(),
  close_price: decimalText.nullable(),
  /** Profit at the close without fees; negative for a loss. */
  profit: decimalText.nullable(),
  /** Fees of all nights, taken at the close. */
  overnight_fee: decimalText.nullable(),
  closed_at: epochMs.nullable(),
  cancel_reason: cancelReason.nullable(),
  /** Rises by one with each change of the order. */
  revision: z.int(),
  created_at: epochMs,
});

/** The inputs of every figure of the account; the formulas are in `contract/figures/lever-account.ts`. */
export const leverAccount = z.object({
  currency_id: z.int(),
  available: decimalText,
  /** Margins of positions and reserves of pending orders. */
  frozen: decimalText,
  /** Cost of closed positions beyond the balance, while other positions cover it. */
  debt: decimalText,
  /** Sum of the margins of positions. */
  margin: decimalText,
  /** What an opening or a transfer may take. */
  usable: decimalText,
  positions: z.array(leverOrder),
});

export const placeLeverOrderBody = z
  .strictObject({
    lever_market_id: leverMarketIdField,
    direction,
    type: kind,
    lots: wholeNumber(1, 1_000_000_000),
    multiple: wholeNumber(1, 1_000),
    /** Only of a limit order. */
    price: positiveDecimalField.optional(),
    take_profit: positiveDecimalField.optional(),
    stop_loss: positiveDecimalField.optional(),
    /** Only of a market order: the worst entry price. */
    worst_price: positiveDecimalField.optional(),
  })
  .superRefine(({ type, price, worst_price: worst }, context) => {
    const fault = (field: string) => context.addIssue({ code: 'custom', path: [field] });
    if ((type === 'limit') !== (price !== undefined)) fault('price');
    if (type === 'limit' && worst !== undefined) fault('worst_price');
  });
export const leverOrderIdBody = z.strictObject({ id: recordIdField });
export const cancelAllLeverOrdersBody = z.strictObject({
  lever_market_id: leverMarketIdField.optional(),
});
/** A blank price clears the target. */
const targetField = z.union([positiveDecimalField, z.literal('')]);
export const amendTargetsBody = z.strictObject({
  id: recordIdField,
  /** The revision that the sender saw. */
  revision: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  take_profit: targetField,
  stop_loss: targetField,
});
export const closeAllPositionsBody = z.strictObject({
  direction: z.enum(['all', 'long', 'short']),
  lever_market_id: leverMarketIdField.optional(),
});
/** Positions that were closed, and ids of those that wait for a price. */
export const closedPositions = z.object({
  closed: z.array(leverOrder),
  waiting: z.array(recordIdField),
});
export const listLeverOrdersQuery = z.strictObject({
  lever_market_id: leverMarketIdField.optional(),
  /** Orders older than this one; the `next` of the previous page. */
  before: recordIdField.optional(),
  size: wholeNumber(1, LIMITS.order_page_size_max).default(LIMITS.order_page_size_default),
});
export const leverOrderPage = z.object({
  /** Newest first. */
  orders: z.array(leverOrder),
  /** `before` of the next page; null at the end. */
  next: recordIdField.nullable(),
});

export type LeverOrderState = z.infer<typeof leverOrderState>;
export type LeverCloseReason = z.infer<typeof closeReason>;
export type LeverCancelReason = z.infer<typeof cancelReason>;
