/** How far one price is from another. Pure. */
import { divide } from './rounding.ts';

/** Hundredths of a percent in one. */
export const WHOLE_BP = 10_000n;

/**
 * How much a price is above the reference, below zero where it is under it, in hundredths of a percent.
 * Rounded away from zero: what is further than a limit never seems to be within it.
 * @param reference above zero.
 */
export function deviationBp(price: bigint, reference: bigint): bigint {
  const off = (price - reference) * WHOLE_BP;
  return off < 0n ? -divide(-off, reference, 'ceil') : divide(off, reference, 'ceil');
}

/** Without its sign. */
export const distanceBp = (deviation: bigint): bigint => (deviation < 0n ? -deviation : deviation);
