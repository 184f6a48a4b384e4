/** Fast contracts as operators see and change them: products, exposure, sources and pool; never an order or a result. */
import { z } from 'zod';
import { INDEX_GAPS } from '../../figures/index-record.ts';
import {
  MICRO_TERM_NAMES,
  wrongMicroTerms,
  type MicroTermName,
} from '../../figures/product-terms.ts';
import { CONTRACT_LIMITS } from '../../limits.ts';
import { microProductIdField } from '../../micro/micro.ts';
import { decimalText, epochMs, positiveDecimalField, wholeNumber } from '../../schemas/fields.ts';
import { lastActField, reasonField, revisionField } from './fields.ts';
import { fundAmountField, fundChanges } from './funds.ts';

/** trading: takes orders. halted: takes none, and open orders run to their end. */
const microStatus = z.enum(['trading', 'halted']);

const microProduct = z.object({
  id: z.int(),
  /** Time from the opening price to the expiry. */
  seconds: z.int(),
  status: microStatus,
  /** Amounts that a win adds and a loss takes, in millionths of the stake. */
  profit_ppm: z.int(),
  loss_ppm: z.int(),
  stake_min: decimalText,
  stake_max: decimalText,
  /** Most open stakes of one user over all products. */
  owner_limit: decimalText,
  /** Most profits that the pool reserves for one direction of the instrument. */
  side_limit: decimalText,
  /** Largest difference of the reserved profits of both directions among orders that end within 10 s. */
  skew_limit: decimalText,
  revision: z.int(),
  last_act: lastActField,
});

/** Open orders of one direction. */
const microSide = z.object({
  orders: z.int(),
  stakes: decimalText,
  /** Profits that the pool reserves for them: the most that it can lose to them. */
  profits: decimalText,
});

const microInstrument = z.object({
  /** Name in the index log, e.g. `BTC/USDT`. */
  instrument: z.string(),
  price_scale: z.int(),
  /** The last point of the index; null before the first. */
  point: z
    .object({
      /** Null for a gap. */
      price: decimalText.nullable(),
      gap: z.enum(INDEX_GAPS).nullable(),
      time: epochMs,
      sources: z.array(z.object({ source: z.string(), price: decimalText, age_ms: z.int() })),
    })
    .nullable(),
  up: microSide,
  down: microSide,
  /** By duration. */
  products: z.array(microProduct),
});

export const microDesk = z.object({
  currency_code: z.string(),
  /** Amount of the pool that no open order can win. */
  pool_free: decimalText,
  /** Amount that is reserved for the profits of open orders. */
  pool_reserved: decimalText,
  funds: fundChanges,
  instruments: z.array(microInstrument),
  /** Names of the instruments of the index log, with products or without. */
  offerable: z.array(z.string()),
  /** Revision of the list of products, for an addition to it. */
  revision: z.int(),
  last_act: lastActField,
});

const termFields = {
  profit_ppm: wholeNumber(1, CONTRACT_LIMITS.micro_loss_ppm_max),
  loss_ppm: wholeNumber(1, CONTRACT_LIMITS.micro_loss_ppm_max),
  stake_min: positiveDecimalField,
  stake_max: positiveDecimalField,
  owner_limit: positiveDecimalField,
  side_limit: positiveDecimalField,
  skew_limit: positiveDecimalField,
};

type SentTerms = Readonly<Record<MicroTermName, string | number>>;

/** Names the field of each term that does not go with the others. */
function checkTerms(sent: SentTerms, context: z.core.$RefinementCtx): void {
  const texts = Object.fromEntries(MICRO_TERM_NAMES.map((name) => [name, String(sent[name])]));
  for (const name of wrongMicroTerms(texts as Record<MicroTermName, string>))
    context.addIssue({ code: 'custom', path: [name] });
}

export const setMicroProductStatusBody = z.strictObject({
  id: microProductIdField,
  revision: revisionField,
  status: microStatus,
  reason: reasonField,
});
/** Terms of new orders; orders keep those of their placement. */
export const saveMicroTermsBody = z
  .strictObject({
    id: microProductIdField,
    revision: revisionField,
    ...termFields,
    reason: reasonField,
  })
  .superRefine(checkTerms);
const INSTRUMENT_LENGTH_MAX = 25;
/** Adds a product to an instrument of the index log. It is halted until its status is set. */
export const addMicroProductBody = z
  .strictObject({
    revision: revisionField,
    instrument: z.string().min(1).max(INSTRUMENT_LENGTH_MAX),
    seconds: wholeNumber(CONTRACT_LIMITS.micro_seconds_min, CONTRACT_LIMITS.micro_seconds_max),
    ...termFields,
    reason: reasonField,
  })
  .superRefine(checkTerms);
export const askMicroFundingBody = z.strictObject({
  revision: revisionField,
  amount: fundAmountField,
  reason: reasonField,
});

export type OperatorMicroDesk = z.infer<typeof microDesk>;
export type OperatorMicroInstrument = OperatorMicroDesk['instruments'][number];
export type OperatorMicroProduct = OperatorMicroInstrument['products'][number];
