/** Staking: products with a cycle and a daily dividend, and the positions of a user. */
import { z } from 'zod';
import {
  currencyIdField,
  decimalText,
  epochMs,
  pageFields,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../schemas/fields.ts';
import { STAKING_STATES } from './staking-kinds.ts';

export const stakingProductIdField = wholeNumber(1, 999_999);

export const stakingProduct = z.object({
  id: z.int(),
  currency_id: z.int(),
  currency_code: z.string(),
  /** Decimals of the currency. */
  scale: z.int(),
  /** Whole UTC days that earn. */
  cycle_days: z.int(),
  /** Billionths of the principal a day. */
  daily_ppb: z.int(),
  /** Bounds of one subscription. */
  amount_min: decimalText,
  amount_max: decimalText,
  /** The most principal of all users at one time. */
  quota: decimalText,
  quota_left: decimalText,
  /** The most principal of one user at one time. */
  user_max: decimalText,
  /** False: it takes no subscriptions; positions run to their end. */
  is_open: z.boolean(),
});

export const subscribeStakingBody = z.strictObject({
  product_id: stakingProductIdField,
  amount: positiveDecimalField,
  /** The terms that the user saw: a product with other terms refuses. */
  daily_ppb: wholeNumber(1, 100_000_000),
});

export const stakingPosition = z.object({
  id: recordIdField,
  product_id: z.int(),
  currency_id: z.int(),
  currency_code: z.string(),
  scale: z.int(),
  state: z.enum(STAKING_STATES),
  /** The principal. */
  amount: decimalText,
  daily_ppb: z.int(),
  daily_dividend: decimalText,
  cycle_days: z.int(),
  /** Days whose dividend is paid. */
  paid_days: z.int(),
  /** Accumulated earnings: the dividends that are paid. */
  earned: decimalText,
  /** The dividends of all days. */
  promised: decimalText,
  subscribed_at: epochMs,
  /** Start of the first day that earns. */
  first_day_at: epochMs,
  /** The last dividend is paid and the principal returned. */
  ends_at: epochMs,
  /** Goes up with every step. */
  revision: z.int(),
  updated_at: epochMs,
});

const stakingDividend = z.object({
  /** Start of the UTC day. */
  day_at: epochMs,
  amount: decimalText,
  paid_at: epochMs,
});
export const stakingPositionDetail = z.object({
  ...stakingPosition.shape,
  /** Newest first. */
  dividends: z.array(stakingDividend),
});

export const listStakingPositionsQuery = z.strictObject({
  ...pageFields,
  state: z.enum(STAKING_STATES).optional(),
  currency_id: currencyIdField.optional(),
});
export const stakingPositionPage = z.object({
  positions: z.array(stakingPosition),
  next: recordIdField.nullable(),
});
export const stakingPositionQuery = z.strictObject({ id: recordIdField });

export type StakingProduct = z.infer<typeof stakingProduct>;
export type StakingPosition = z.infer<typeof stakingPosition>;
export type StakingPositionDetail = z.infer<typeof stakingPositionDetail>;
