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
import { LEVER_CANCEL_REASONS, LEVER_CLOSE_REASONS, LEVER_ORDER_STATES } from './lever-kinds.ts';

/** Id of a contract market in a request. */
export const leverMarketIdField = wholeNumber(1, 99_999);

const direction = z.enum(['long', 'short']);
const kind = z.enum(['market', 'limit']);
const leverOrderState = z.enum(LEVER_ORDER_STATES);
const closeReason = z.enum(LEVER_CLOSE_REASONS);
const cancelReason = z.enum(LEVER_CANCEL_REASONS);
/** live: everything. frozen: the sources disagree. closed: outside trading hours. */
const markState = z.enum(['live', 'frozen', 'closed']);
/**
 * Reason why the mark of a market is not live. confirming: a jump must hold first. too_few: fewer than two sources are
 * fresh. apart: they are too far from each other. closed: outside trading hours.
 */
const markReason = z.enum(['confirming', 'too_few', 'apart', 'closed']);

export const leverMarket = z.object({
  id: z.int(),
  /** The instrument: a spot market or a forex pair; the other is null. */
  currency_match_id: z.int().nullable(),
  symbol: z.string().nullable(),
  /** The currency of margins, fees and profits. */
  settle_currency_id: z.int(),
  settle_currency_code: z.string(),
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
  /** Reason why the mark is not live; null while it is. */
  mark_reason: markReason.nullable(),
  /** Time of the last change of `mark_state`, see `askedLeverMark`. */
  mark_changed_at: epochMs.nullable(),
  /** Whether sources agree on the live mark: market orders and closes wait for it. */
  is_agreed: z.boolean(),
  /**
   * Distance of the sources of the live mark, rounded up, in millionths of the lowest price; null without a live mark or a
   * source. Closes and take-profits also wait while it is above half of `spread_ppm` and `fee_ppm` of their own order.
   */
  apart_ppm: z.int().min(0).nullable(),
  /** Start of the next trading hours of a closed market. */
  next_open: epochMs.nullable(),
  /** Announced end of the market, at which all positions are closed; null for none. */
  ends_at: epochMs.nullable(),
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

/** The mark of a market with the prices that it was made of. */
export const leverMark = z.object({
  lever_market_id: z.int(),
  /** Number of the mark; null while it is not live. */
  seq: z.int().nullable(),
  /** The last live mark; null before the first. */
  mark: decimalText.nullable(),
  mark_state: markState,
  /** Null while the mark is live. */
  reason: markReason.nullable(),
  /** Whether positions can only be closed, after a move of more than 10 % within a minute. */
  close_only: z.boolean(),
  /** Time of the evaluation. */
  time: epochMs,
  sources: z.array(
    z.object({
      source: z.string(),
      price: decimalText,
      /** Age of the price at the evaluation. */
      age_ms: z.int(),
    }),
  ),
});

/** A mark that was asked for: the present one, or an earlier one by its number. */
export const askedLeverMark = leverMark.extend({
  /**
   * Time since which the market has this `mark_state`, at the earliest the start of the server. Null before the first
   * evaluation, and for a mark that was asked for by its number.
   */
  changed_at: epochMs.nullable(),
});

/** One event of an order. Prices and amounts are null where the event has none. */
const leverStep = z.object({
  /** Revision of the order after the event. */
  revision: z.int(),
  time: epochMs,
  event: z.enum([
    'placed',
    'opened',
    'targets_amended',
    'cancelled',
    'close_waits',
    'close_withdrawn',
    'closed',
  ]),
  reason: z.union([closeReason, cancelReason]).nullable(),
  /** Entry or closing price. */
  price: decimalText.nullable(),
  /** Targets after the event. */
  take_profit: decimalText.nullable(),
  stop_loss: decimalText.nullable(),
  /** Number of the mark at which it happened, see `marks`. */
  mark_seq: z.int().nullable(),
});

/** An order with its events, the marks of its opening and close, and what decided its end. */
export const leverOrderDetail = leverOrder.extend({
  /** The worst entry price of a market order; null for any. */
  worst_price: decimalText.nullable(),
  /** Oldest first. */
  steps: z.array(leverStep),
  marks: z.array(leverMark),
  /** The account at the stop-out; null for other ends. */
  seen: z
    .object({
      equity: decimalText,
      margin: decimalText,
      /** Mark of this market at which the equity was half of the margin; null when no price did it. */
      stop_out_price: decimalText.nullable(),
      /** The mark of each market in which the account had positions, by market. The equity counts all of them. */
      marks: z.array(
        leverMark.extend({
          /** False while the market had no live mark: its last one counted, and its positions stayed open. */
          was_live: z.boolean(),
        }),
      ),
    })
    .nullable(),
  /**
   * Balance that the pool would have had if all users had closed, when its guard deleveraged; null for other ends, and for
   * ends before it was stored.
   */
  cover: decimalText.nullable(),
  /** Payment of insurance fund and pool for the owner when this close left a debt; null before the close. */
  insured: decimalText.nullable(),
  waived: decimalText.nullable(),
});

/** How near the account is to its stop-out: at or below 100 % and 70 % of equity per margin. */
const riskLevel = z.enum(['attention', 'danger']);
/** Sent once each time when the ratio falls to a threshold. */
export const leverWarning = z.object({
  level: riskLevel,
  equity: decimalText,
  margin: decimalText,
  /** Equity per margin in hundredths of a percent, rounded down. */
  ratio_bp: z.int(),
  time: epochMs,
});

/**
 * Reason why the price of a market is uncertain. closed: outside its hours. apart: its sources do not agree on the live
 * mark. frozen: it has no reliable mark. halted: an operator stopped it.
 */
const priceDoubt = z.enum(['closed', 'apart', 'frozen', 'halted']);
const percent = z.int();
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
  /** Amount that an opening may take. */
  usable: decimalText,
  /** Amount that a transfer out of the account may take. */
  transferable: decimalText,
  /** Amount that stays in the account for markets whose price is uncertain. */
  set_aside: z.array(
    z.object({
      lever_market_id: z.int(),
      /** An amount for `apart` stays out of transfers only. */
      reason: priceDoubt,
      amount: decimalText,
    }),
  ),
  positions: z.array(leverOrder),
  /** Ratios of equity and margin in percent: the owner is warned at two, and stopped out at the last. */
  thresholds: z.object({ warning: percent, danger: percent, stop_out: percent }),
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
    /** The fees that the sender saw, in millionths: nothing is placed when one of them is higher now. */
    fee_ppm: wholeNumber(0, 1_000_000).optional(),
    night_ppm: wholeNumber(0, 1_000_000).optional(),
  })
  .superRefine(({ type, price, worst_price: worst }, context) => {
    const fault = (field: string) => context.addIssue({ code: 'custom', path: [field] });
    if ((type === 'limit') !== (price !== undefined)) fault('price');
    if (type === 'limit' && worst !== undefined) fault('worst_price');
  });
export const leverMarkQuery = z.strictObject({
  lever_market_id: leverMarketIdField,
  /** Number of a mark at which something was done; the present mark without it. */
  seq: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
});
export const listOpenLeverOrdersQuery = z.strictObject({
  lever_market_id: leverMarketIdField.optional(),
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
export const listLeverHistoryQuery = z.strictObject({
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

/** The changing part of a market, pushed by the MARK channel. */
export interface LeverMarkQuote {
  /** The last live mark while the market was not halted; null before the first. */
  readonly price: string | null;
  readonly status: LeverMarketInfo['status'];
  readonly state: z.infer<typeof markState>;
  /** Reason why the mark is not live; null while it is. */
  readonly reason: z.infer<typeof markReason> | null;
  /** Whether sources agree on the live mark. */
  readonly is_agreed: boolean;
  /** Distance of the sources, see `leverMarket`. */
  readonly apart_ppm: number | null;
  readonly close_only: boolean;
  /** Time since which the market has this state, epoch ms; at the earliest the start of the server. */
  readonly changed_at: number;
  /** Time of the evaluation, epoch ms. */
  readonly time: number;
}

export type LeverMarketInfo = z.infer<typeof leverMarket>;
export type LeverOrderInfo = z.infer<typeof leverOrder>;
export type LeverOrderDetail = z.infer<typeof leverOrderDetail>;
export type LeverMarkInfo = z.infer<typeof leverMark>;
export type AskedLeverMark = z.infer<typeof askedLeverMark>;
export type LeverStep = z.infer<typeof leverStep>;
export type LeverAccountInfo = z.infer<typeof leverAccount>;
