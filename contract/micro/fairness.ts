/** Public figures of fast contracts by day, and the orders from which a reader computes them again. */
import { z } from 'zod';
import { instrumentField } from './index/price-index.ts';
import { decimalText, epochMs, recordIdField, wholeNumber } from '../schemas/fields.ts';

const DAYS_MAX = 92;
const DAYS_DEFAULT = 30;
/** Orders of a page. */
export const MICRO_RESULTS_MAX = 500;
const timeField = wholeNumber(0, Number.MAX_SAFE_INTEGER);

export const microFairnessQuery = z.strictObject({
  instrument: instrumentField,
  /** A time in the first UTC day. */
  from: timeField,
  /** Number of days from then on. */
  days: wholeNumber(1, DAYS_MAX).default(DAYS_DEFAULT),
});

/** The orders of one product that were accepted on one UTC day. Amounts are in the currency of the stake. */
const microDay = z.object({
  /** Start of the day. */
  day: epochMs,
  micro_product_id: z.int(),
  seconds: z.int(),
  /** Number of orders by direction and outcome. */
  won_up: z.int(),
  won_down: z.int(),
  lost_up: z.int(),
  lost_down: z.int(),
  drawn: z.int(),
  /** Void, because no opening price came in time. */
  unopened: z.int(),
  /** Void, because no point of the window had a price. */
  unpriced: z.int(),
  /** Stakes and payouts of all orders. */
  stake: decimalText,
  payout: decimalText,
  /** Stakes of orders that won or lost, with the sums that they would all have won and lost. */
  decided_stake: decimalText,
  profit: decimalText,
  loss: decimalText,
  /**
   * Orders of one minute of acceptance with the same opening point are decided together. For each such group: the
   * amount by which the exchange's result differs between a rise and a fall, in whole hundredths of the currency,
   * rounded down and squared. This is the sum of the squares.
   */
  swing_squared: decimalText,
  /**
   * Sums over such groups whose orders won, lost or drew: skew times move, skew squared, move squared. They show whether
   * the index moved against the larger stakes. The skew is the stakes on a rise less those on a fall, in whole
   * hundredths of the currency. The move is the sum of the window less `count` times the opening price, in millionths
   * of the latter. Both are cut to whole numbers towards zero.
   */
  skew_move: decimalText,
  skew_squared: decimalText,
  move_squared: decimalText,
  /** Minutes of acceptance with such groups, and the sum over them of the squared sum of skew times move. */
  lean_minutes: z.int(),
  minute_squared: decimalText,
  /** Milliseconds from acceptance to the opening point, of all orders that opened: their sum, and the longest. */
  opening_delay_ms: z.int(),
  opening_delay_max_ms: z.int(),
  /** Milliseconds from the expiry to the settlement, of the same orders. */
  settling_delay_ms: z.int(),
  settling_delay_max_ms: z.int(),
});

export const microFairness = z.object({
  currency_code: z.string(),
  /** Orders that were accepted before this time are counted. */
  counted_until: epochMs,
  /** By day and duration; days without orders are left out. */
  days: z.array(microDay),
});

export const microResultsQuery = z.strictObject({
  /** A time in the minute of acceptance. */
  minute: timeField,
  /** `next` of the page before; left out for the first page. */
  after: recordIdField.optional(),
});

/** One ended order without its owner. Prices are ticks of 10^-price_scale. */
const microResult = z.object({
  id: recordIdField,
  micro_product_id: z.int(),
  instrument: z.string(),
  price_scale: z.int(),
  direction: z.enum(['up', 'down']),
  seconds: z.int(),
  stake: decimalText,
  profit_ppm: z.int(),
  loss_ppm: z.int(),
  accepted_at: epochMs,
  /** The point of the index that the receipt names. */
  log_at: epochMs,
  /** Null for a contract that found no opening price. */
  opened_at: epochMs.nullable(),
  open_ticks: z.int().nullable(),
  expires_at: epochMs.nullable(),
  sum: z.int().nullable(),
  count: z.int().nullable(),
  outcome: z.enum(['won', 'lost', 'drawn', 'voided']),
  payout: decimalText,
  settled_at: epochMs,
});

export const microResults = z.object({
  /** At most 500, in the order of acceptance. */
  orders: z.array(microResult).max(MICRO_RESULTS_MAX),
  /** `after` of the next page; null at the end. */
  next: recordIdField.nullable(),
});

export type MicroDayInfo = z.infer<typeof microDay>;
export type MicroFairnessInfo = z.infer<typeof microFairness>;
export type MicroResultInfo = z.infer<typeof microResult>;
