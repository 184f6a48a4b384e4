/** The distance of one price from another. Pure. */
import { divide } from './rounding.ts';

/** Hundredths of a percent in the factor 1. */
export const WHOLE_BP = 10_000n;

/**
 * Returns how far a price is above the reference (negative: below it), in hundredths of a percent.
 * Rounded away from zero, so that a price beyond a limit never seems to be within it.
 * @param reference above zero.
 */
export function deviationBp(price: bigint, reference: bigint): bigint {
  const off = (price - reference) * WHOLE_BP;
  return off < 0n ? -divide(-off, reference, 'ceil') : divide(off, reference, 'ceil');
}

/** Returns the deviation without its sign. */
export const distanceBp = (deviation: bigint): bigint => (deviation < 0n ? -deviation : deviation);
