/** Fast contracts: products, orders of users with their signed receipts, and the limits that users set for themselves. */
import { z } from 'zod';
import {
  decimalText,
  epochMs,
  pageFields,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../schemas/fields.ts';

export const microProductIdField = wholeNumber(1, 99_999);
const direction = z.enum(['up', 'down']);
/**
 * opening: waits for its opening price. open: runs until its expiry. won, lost, drawn, voided are final; drawn and
 * voided return the stake.
 */
const MICRO_ORDER_STATES = ['opening', 'open', 'won', 'lost', 'drawn', 'voided'] as const;
const microOrderState = z.enum(MICRO_ORDER_STATES);

/** One instrument with one duration. */
export const microProduct = z.object({
  id: z.int(),
  /** Name of the instrument, as in the index log, e.g. `BTC/USDT`. */
  instrument: z.string(),
  /** The spot market or the forex pair of the instrument; the other is null. */
  currency_match_id: z.int().nullable(),
  symbol: z.string().nullable(),
  /** Time from the opening price to the expiry. */
  seconds: z.int(),
  /** Decimals of a price of the instrument. */
  price_scale: z.int(),
  /** The currency of stakes and payments. */
  currency_id: z.int(),
  currency_code: z.string(),
  /** Amount that a win adds, in millionths of the stake. */
  profit_ppm: z.int(),
  /** Amount that a loss takes, in millionths of the stake. */
  loss_ppm: z.int(),
  stake_min: decimalText,
  stake_max: decimalText,
  /** trading: takes orders. halted: takes none, and open orders run to their end. */
  status: z.enum(['trading', 'halted']),
  /** Start of the next trading hours of a closed instrument; null while it is open. */
  next_open: epochMs.nullable(),
});

/** An order. Amounts are in the currency of the stake. */
export const microOrder = z.object({
  id: recordIdField,
  micro_product_id: z.int(),
  instrument: z.string(),
  direction,
  /** The terms of its placement, which nothing changes later. */
  seconds: z.int(),
  price_scale: z.int(),
  stake: decimalText,
  currency_code: z.string(),
  profit_ppm: z.int(),
  loss_ppm: z.int(),
  state: microOrderState,
  /** Time of acceptance; the opening price is of a later point of the index. */
  accepted_at: epochMs,
  /** Point of the opening price; null before it. */
  open_price: decimalText.nullable(),
  opened_at: epochMs.nullable(),
  /** Last point of the window that decides; null before the opening. */
  expires_at: epochMs.nullable(),
  /** Mean of the window with one more decimal than a price; null before the end, and without a point in the window. */
  mean_price: decimalText.nullable(),
  /** Number of points in the window; null before the end, and for an order that did not open. */
  point_count: z.int().nullable(),
  /** Amount that the user got back, with the profit of a win; null before the end. */
  payout: decimalText.nullable(),
  settled_at: epochMs.nullable(),
  /** The promise of the exchange: one line of text and its Ed25519 signature, base64url. */
  receipt: z.object({ token: z.string(), text: z.string(), signature: z.string() }),
  /** Rises by one with each change of the order. */
  revision: z.int(),
});

export const placeMicroOrderBody = z.strictObject({
  micro_product_id: microProductIdField,
  direction,
  stake: positiveDecimalField,
  /** The rates that the sender saw: nothing is placed when one of them is worse for the user now. */
  profit_ppm: wholeNumber(1, 10_000_000).optional(),
  loss_ppm: wholeNumber(1, 1_000_000).optional(),
});
export const listMicroHistoryQuery = z.strictObject(pageFields);
export const microOrderIdQuery = z.strictObject({ id: recordIdField });
/** Public name of an order, as its receipt has it. */
export const microReceiptQuery = z.strictObject({ receipt: z.string().regex(/^[\w-]{22}$/) });
export const microOrderPage = z.object({
  /** Ended orders, the newest first. */
  orders: z.array(microOrder),
  /** `before` of the next page; null at the end. */
  next: recordIdField.nullable(),
});

/** Longest break that a user can set at once: 90 days. */
const BREAK_HOURS_MAX = 2_160;
/** Limits that a user sets for the own fast contracts. */
export const microLimits = z.object({
  currency_code: z.string(),
  /** Amount that the user may lose in a UTC day; null for no limit. */
  daily_loss_limit: decimalText.nullable(),
  /** A higher limit, or none, that takes effect later; null when nothing waits. */
  next: z.object({ daily_loss_limit: decimalText.nullable(), from: epochMs }).nullable(),
  /** No order is taken before this time; null for no break. */
  break_until: epochMs.nullable(),
  /** Losses less profits of today, with the possible losses of open orders; never below 0. */
  loss_of_day: decimalText,
});
export const setMicroLimitsBody = z.strictObject({
  /** A lower limit counts at once, a higher one after 24 hours. Blank removes it, after 24 hours too. */
  daily_loss_limit: z.union([positiveDecimalField, z.literal('')]).optional(),
  /** Begins a break that ends so many hours from now. A longer one that runs stays. */
  break_hours: wholeNumber(1, BREAK_HOURS_MAX).optional(),
});

export type MicroProductInfo = z.infer<typeof microProduct>;
export type MicroOrderInfo = z.infer<typeof microOrder>;
export type MicroLimitsInfo = z.infer<typeof microLimits>;
