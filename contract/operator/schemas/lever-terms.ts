/** Terms of a contract market, and the bounds within which operators set them. */
import { z } from 'zod';
import { wrongTerms, type TermsToCheck } from '../../figures/lever-terms.ts';
import { CONTRACT_LIMITS } from '../../limits.ts';
import { decimalText, positiveDecimalField, wholeNumber } from '../../schemas/fields.ts';

export const leverTerms = z.object({
  lots_min: z.int(),
  lots_max: z.int(),
  multiples: z.array(z.int()),
  /** Distance of the entry price from the mark, in millionths of the mark. */
  spread_ppm: z.int(),
  /** Opening fee, in millionths of the notional. */
  fee_ppm: z.int(),
  /** Fee of one night, in millionths of the notional. */
  night_ppm: z.int(),
  /** Limits of the value of positions at the mark, in the settlement currency: longs without shorts, both together, one user. */
  net_limit: decimalText,
  gross_limit: decimalText,
  owner_limit: decimalText,
});

const multiplesField = z.codec(
  z.string().regex(/^[1-9]\d{0,2}(?:,[1-9]\d{0,2}){0,19}$/),
  z.array(z.int().min(1).max(CONTRACT_LIMITS.lever_multiple_max)),
  {
    decode: (text) => text.split(',').map(Number),
    encode: (multiples) => multiples.join(','),
  },
);

/** Terms as an operator sends them. Check them with {@link checkTerms}. */
export const termFields = {
  lots_min: wholeNumber(1, CONTRACT_LIMITS.lever_lots_max),
  lots_max: wholeNumber(1, CONTRACT_LIMITS.lever_lots_max),
  /** In ascending order, e.g. `2,5,10`. */
  multiples: multiplesField,
  spread_ppm: wholeNumber(0, CONTRACT_LIMITS.lever_spread_ppm_max),
  fee_ppm: wholeNumber(0, CONTRACT_LIMITS.lever_fee_ppm_max),
  night_ppm: wholeNumber(0, CONTRACT_LIMITS.lever_night_ppm_max),
  net_limit: positiveDecimalField,
  gross_limit: positiveDecimalField,
  owner_limit: positiveDecimalField,
};

interface SentTerms {
  readonly lots_min: number;
  readonly lots_max: number;
  readonly multiples: readonly number[];
  readonly spread_ppm: number;
  readonly fee_ppm: number;
}

/** The terms by their names in a request. */
const SENT: Readonly<Record<keyof TermsToCheck, keyof SentTerms>> = {
  lotsMin: 'lots_min',
  lotsMax: 'lots_max',
  multiples: 'multiples',
  spreadPpm: 'spread_ppm',
  feePpm: 'fee_ppm',
};

/** Names the field of each term that does not go with the others. */
export function checkTerms(sent: SentTerms, context: z.core.$RefinementCtx): void {
  const wrong = wrongTerms({
    lotsMin: sent.lots_min,
    lotsMax: sent.lots_max,
    multiples: sent.multiples,
    spreadPpm: sent.spread_ppm,
    feePpm: sent.fee_ppm,
  });
  for (const name of wrong) context.addIssue({ code: 'custom', path: [SENT[name]] });
}
