/** Changes of a fund of the exchange that operators ask for; another operator approves those above a daily limit. */
import { z } from 'zod';
import { currencyIdField, decimalText, epochMs, recordIdField } from '../../schemas/fields.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';

/** Fields of every change of a fund. */
export const askedFunding = z.object({
  id: recordIdField,
  /** waiting: needs a second operator. approved: is booked next. refused: the funds did not hold it. */
  state: z.enum(['waiting', 'approved', 'booked', 'refused', 'withdrawn']),
  /** Whether it waits for a second operator. */
  is_waiting: z.boolean(),
  asked_by: z.string(),
  asked_at: epochMs,
});

const fundChange = askedFunding.extend({
  currency_code: z.string(),
  /** Negative when it takes. */
  amount: decimalText,
});

export const fundChanges = z.object({
  /** The value in USDT that one operator alone moves within 24 hours; of more, another operator decides. */
  day_limit: decimalText,
  day_used: decimalText,
  /** The waiting ones, then the newest others. */
  changes: z.array(fundChange),
  revision: z.int(),
  last_act: lastActField,
});

/** Above zero adds, below zero takes. */
export const fundAmountField = z
  .string()
  .regex(/^-?(?:[1-9]\d{0,37}(?:\.\d{0,17}[1-9])?|0\.\d{0,17}[1-9])$/);

/** Asks for a change of a fund that has several currencies. */
export const askCurrencyFundingBody = z.strictObject({
  revision: revisionField,
  currency_id: currencyIdField,
  amount: fundAmountField,
  reason: reasonField,
});

/** The decision on a change that waits. */
export const decideFundingBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});

/** Fields of every change of a fund. */
export type FundChange = z.infer<typeof askedFunding>;
export type FundChanges = z.infer<typeof fundChanges>;
