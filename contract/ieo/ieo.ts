/** Token subscriptions: offerings, their published allocation, and the subscriptions of a user. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import {
  decimalText,
  epochMs,
  pageFields,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../schemas/fields.ts';
import { OFFERING_PROGRESS, OFFERING_STATES, SUBSCRIPTION_STATES } from './ieo-kinds.ts';

/** SHA-256 in hexadecimal digits. */
const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);

/** Token and payment currency of an offering, and its smallest parts. */
const offeringTerms = {
  token_currency_id: z.int(),
  token_code: z.string(),
  token_name: z.string(),
  /** Decimals of the token. */
  token_scale: z.int(),
  pay_currency_id: z.int(),
  pay_code: z.string(),
  pay_scale: z.int(),
  /** Payment for one token. */
  issue_price: decimalText,
  /** Quantities are multiples of this quantity of tokens. */
  step: decimalText,
  /** Payment for one step; exact. */
  step_price: decimalText,
};

export const offering = z.object({
  id: recordIdField,
  ...offeringTerms,
  state: z.enum(OFFERING_STATES),
  /** Null unless the offering has ended. */
  progress: z.enum(OFFERING_PROGRESS).nullable(),
  /** Total issuance: tokens that are allocated at most. */
  offered: decimalText,
  /** Bounds of the quantity of one user. */
  quantity_min: decimalText,
  quantity_max: decimalText,
  /** The most tokens that one user gets. */
  cap: decimalText,
  /** Yearly yield in millionths, as the issuer says; null if the issuer says nothing. */
  yield_ppm: z.int().nullable(),
  preheat_at: epochMs,
  opens_at: epochMs,
  /** An outage of the exchange moves it to a later time. */
  closes_at: epochMs,
  /** Tokens that all users ask for. */
  subscribed: decimalText,
  subscribers: z.int(),
  /** Tokens that were allocated; null before the allocation. */
  allocated: decimalText.nullable(),
  /** Goes up with every change. */
  revision: z.int(),
});

/** The lists of an allocation; see the call for their rows. */
const allocationProof = z.object({
  /** SHA-256 of the list of subscriptions; published at the end of subscribing, before the allocation. */
  inputs_sha256: sha256Text,
  inputs_at: epochMs,
  /** SHA-256 of the list with the results; null before the allocation. */
  outputs_sha256: sha256Text.nullable(),
  outputs_at: epochMs.nullable(),
});

export const offeringDetail = z.object({
  ...offering.shape,
  /** Subscriptions by the steps that they ask for: the estimate "if it ended now" follows from them. */
  demand: z.array(z.object({ steps: z.int(), subscriptions: z.int() })),
  /** Null before the end of subscribing. */
  proof: allocationProof.nullable(),
});
export const offeringQuery = z.strictObject({ offering_id: recordIdField });

export const offeringAllocationQuery = z.strictObject({
  offering_id: recordIdField,
  /** Number of subscriptions to leave out: the `next` of the page before. */
  after: wholeNumber(0, 999_999_999).default(0),
  size: wholeNumber(1, LIMITS.allocation_page_size_max).default(LIMITS.allocation_page_size_max),
});
/** A page of the published subscriptions, in the order of the lists. */
export const offeringAllocation = z.object({
  offering_id: recordIdField,
  /** Steps that are allocated at most, in all and to one user. */
  offered: z.int(),
  cap: z.int(),
  proof: allocationProof,
  rows: z.array(
    z.object({
      /** SHA-256 of salt and number of the subscription: its user knows both. */
      entry: sha256Text,
      /** Steps asked for. */
      wanted: z.int(),
      /** Null before the allocation. */
      allocated: z.int().nullable(),
    }),
  ),
  next: z.int().nullable(),
});

export const subscribeOfferingBody = z.strictObject({
  offering_id: recordIdField,
  /** Tokens asked for in all: more than before raises the subscription, less is refused. */
  quantity: positiveDecimalField,
});

export const ieoSubscription = z.object({
  id: recordIdField,
  offering_id: recordIdField,
  ...offeringTerms,
  state: z.enum(SUBSCRIPTION_STATES),
  /** Tokens asked for. */
  quantity: decimalText,
  /** Payment for all of them, which is on hold until the end. */
  paid: decimalText,
  /** Tokens received; null before the settlement. */
  allocated: decimalText.nullable(),
  /** Payment for the received tokens. */
  cost: decimalText.nullable(),
  /** Payment that went back to the spot account. */
  refund: decimalText.nullable(),
  /** Name in the published lists, and the salt from which it follows. */
  entry: sha256Text,
  salt: z.string(),
  subscribed_at: epochMs,
  /** Goes up with every step. */
  revision: z.int(),
  updated_at: epochMs,
});

export const listIeoSubscriptionsQuery = z.strictObject({
  ...pageFields,
  state: z.enum(SUBSCRIPTION_STATES).optional(),
  offering_id: recordIdField.optional(),
});
export const ieoSubscriptionPage = z.object({
  subscriptions: z.array(ieoSubscription),
  next: recordIdField.nullable(),
});
export const ieoSubscriptionQuery = z.strictObject({ id: recordIdField });

export type Offering = z.infer<typeof offering>;
export type OfferingDetail = z.infer<typeof offeringDetail>;
export type IeoSubscription = z.infer<typeof ieoSubscription>;
