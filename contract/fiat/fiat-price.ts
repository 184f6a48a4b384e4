/** How far the price of a fiat ad may be from what its coin is worth, for server and form alike: RULES "Fiat trading". */
import { LIMITS } from '../limits.ts';
import { parseUnits } from '../money/decimal.ts';
import { distanceBp } from '../money/deviation.ts';

/** Decimals of a percentage; a unit of it is a hundredth of a percent. */
export const PERCENT_SCALE = 2;

/** far: the merchant must confirm it. too_far: it is not posted, shown or taken. */
export type PriceVerdict = 'near' | 'far' | 'too_far';

/** @param deviation hundredths of a percent above the reference. */
export function judgeDeviation(deviation: bigint): PriceVerdict {
  const distance = distanceBp(deviation);
  if (distance > BigInt(LIMITS.fiat_price_band_bp)) return 'too_far';
  return distance > BigInt(LIMITS.fiat_price_warning_bp) ? 'far' : 'near';
}

/** The same of a percentage as text. */
export const judgePercent = (percent: string): PriceVerdict =>
  judgeDeviation(parseUnits(percent, PERCENT_SCALE) ?? 0n);

/**
 * Whether a merchant who accepted one deviation has been shown this one: the reference moves on a little
 * while a person reads, so that they are not asked for every tick. A larger one is no consent to all below it.
 * @param accepted percentage as text.
 */
export function isDeviationAccepted(deviation: bigint, accepted: string): boolean {
  const known = parseUnits(accepted, PERCENT_SCALE);
  return known !== null && distanceBp(deviation - known) <= BigInt(LIMITS.fiat_price_drift_bp);
}

/** Whether a floating price has gone where its merchant sells or buys no more. `side`: what the merchant does. */
export const isBeyondLimit = (side: string, price: bigint, limit: bigint): boolean =>
  side === 'sell' ? price < limit : price > limit;
