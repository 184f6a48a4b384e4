/** Token offerings as operators see and change them, and the tokens that issuers handed in. */
import { z } from 'zod';
import { wrongOfferingTerms } from '../../figures/offering-terms.ts';
import { OFFERING_PHASES } from '../../ieo/ieo-kinds.ts';
import { offering } from '../../ieo/ieo.ts';
import { CONTRACT_LIMITS } from '../../limits.ts';
import {
  currencyIdField,
  decimalText,
  positiveDecimalField,
  recordIdField,
  wholeNumber,
} from '../../schemas/fields.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';
import { fundChanges } from './funds.ts';

const operatorOffering = z.object({
  ...offering.shape,
  /** Users see no draft. */
  phase: z.enum(OFFERING_PHASES),
  /** Number of the operator who saved the terms, and who cannot publish them; null for the exchange itself. */
  saved_by: z.int().nullable(),
  /** Revision for a change of this offering. */
  revision: z.int(),
  last_act: lastActField,
});

/** Tokens of one currency that issuers handed in and that no user has. */
const offeringTokens = z.object({
  currency_id: z.int(),
  currency_code: z.string(),
  /** Amount that is set aside for no offering. */
  free: decimalText,
  /** Amount that is set aside for published offerings. */
  promised: decimalText,
});

export const offeringDesk = z.object({
  /** Newest first. */
  offerings: z.array(operatorOffering),
  /** One for each currency. */
  tokens: z.array(offeringTokens),
  /** Changes of the tokens: the exchange takes tokens of an issuer, or gives free ones back. */
  funds: fundChanges,
  /** Revision of the list of offerings, for a new draft. */
  revision: z.int(),
  last_act: lastActField,
});

/** The year 2100. */
const TIME_MAX_MS = 4_102_444_800_000;
const stepsField = wholeNumber(1, CONTRACT_LIMITS.offering_steps_max);
const timeField = wholeNumber(1, TIME_MAX_MS);

/** Saves a draft: a new one without `id`. The revision is that of the draft, or of the list for a new one. */
export const saveOfferingBody = z
  .strictObject({
    id: recordIdField.optional(),
    revision: revisionField,
    token_currency_id: currencyIdField,
    pay_currency_id: currencyIdField,
    /** Payment for one token. The payment for one step must be exact. */
    issue_price: positiveDecimalField,
    /** Tokens of one step; all quantities are whole steps. */
    step: positiveDecimalField,
    offered_steps: stepsField,
    /** The most that one user gets. */
    cap_steps: stepsField,
    /** Bounds of the quantity that one user asks for. */
    steps_min: stepsField,
    steps_max: stepsField,
    /** Yearly yield in millionths, as the issuer says; left out if the issuer says nothing. */
    yield_ppm: wholeNumber(0, 1_000_000_000).optional(),
    /** Milliseconds since 1970 in UTC, in this order. */
    preheat_at: timeField,
    opens_at: timeField,
    closes_at: timeField,
    reason: reasonField,
  })
  .superRefine((sent, context) => {
    for (const name of wrongOfferingTerms(sent)) context.addIssue({ code: 'custom', path: [name] });
  });
/** Publishes a draft, cancels a published offering, or discards a draft. */
export const decideOfferingBody = z.strictObject({
  id: recordIdField,
  revision: revisionField,
  reason: reasonField,
});
export type OfferingDesk = z.infer<typeof offeringDesk>;
