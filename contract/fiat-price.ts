/** How far the price of a fiat ad may be from what its coin is worth, for server and form alike: RULES "Fiat trading". */
import { LIMITS } from './limits.ts';
import { parseUnits } from './money/decimal.ts';
import { distanceBp } from './money/deviation.ts';

/** Decimals of a percentage; a unit of it is a hundredth of a percent. */
export const PERCENT_SCALE = 2;

/** far: to be confirmed by whoever posts it. too_far: it is not posted, shown or taken. */
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
 * Whether somebody who accepted one deviation accepts this one: on the same side of the reference, and
 * not much further, since that moves on while a person reads.
 * @param accepted percentage as text.
 */
export function isDeviationAccepted(deviation: bigint, accepted: string): boolean {
  const known = parseUnits(accepted, PERCENT_SCALE);
  if (known === null || known < 0n !== deviation < 0n) return false;
  return distanceBp(deviation) <= distanceBp(known) + BigInt(LIMITS.fiat_price_drift_bp);
}
