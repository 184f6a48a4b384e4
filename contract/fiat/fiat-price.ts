/** Limits for the distance of a fiat ad's price from its coin's value, for server and form: RULES "Fiat trading". */
import { LIMITS } from '../limits.ts';
import { parseUnits } from '../money/decimal.ts';
import { distanceBp } from '../money/deviation.ts';

/** Decimals of a percentage; its unit is a hundredth of a percent. */
export const PERCENT_SCALE = 2;

/** far: the merchant must confirm it. too_far: it cannot be posted, shown or taken. */
type PriceVerdict = 'near' | 'far' | 'too_far';

/** @param deviation hundredths of a percent above the reference. */
export function judgeDeviation(deviation: bigint): PriceVerdict {
  const distance = distanceBp(deviation);
  if (distance > BigInt(LIMITS.fiat_price_band_bp)) return 'too_far';
  return distance > BigInt(LIMITS.fiat_price_warning_bp) ? 'far' : 'near';
}

/** Judges a percentage given as text. */
export const judgePercent = (percent: string): PriceVerdict =>
  judgeDeviation(parseUnits(percent, PERCENT_SCALE) ?? 0n);

/**
 * Returns whether the confirmation of one deviation covers another: a small drift is accepted,
 * because the reference moves while the merchant reads. A larger confirmed deviation does not cover
 * all smaller ones.
 * @param accepted percentage as text.
 */
export function isDeviationAccepted(deviation: bigint, accepted: string): boolean {
  const known = parseUnits(accepted, PERCENT_SCALE);
  return known !== null && distanceBp(deviation - known) <= BigInt(LIMITS.fiat_price_drift_bp);
}

/** Offer of a sell ad; each figure is in units of one scale. */
export interface SaleTerms {
  readonly total: bigint;
  /** Null when the price floats. */
  readonly price: bigint | null;
  /** Percent of the reference; null when the price is fixed. */
  readonly percent: bigint | null;
  /** Limit of a floating price; null for none. */
  readonly limit: bigint | null;
}

/**
 * Returns whether an edit offers more coins of the seller than before, or may offer them for less:
 * a price of the other type counts as less.
 */
export const offersMore = (before: SaleTerms, after: SaleTerms): boolean =>
  after.total > before.total ||
  isBelow(after.price, before.price) ||
  isBelow(after.percent, before.percent) ||
  (before.limit !== null && isBelow(after.limit, before.limit));

/** Null is below every number. */
const isBelow = (after: bigint | null, before: bigint | null): boolean =>
  (after ?? -1n) < (before ?? -1n);

/** Returns whether a floating price is beyond its merchant's limit. `side`: the merchant's side. */
export const isBeyondLimit = (side: string, price: bigint, limit: bigint): boolean =>
  side === 'sell' ? price < limit : price > limit;
