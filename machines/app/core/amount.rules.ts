/** Amounts that users type into the forms of the wallet, checked before they are sent. */
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import { canonicalDecimal, CURRENCY_SCALE, positiveUnits } from './typed-decimals.ts';
import type { ProblemName } from './problem.ts';

/** Returns units of 10^-{@link CURRENCY_SCALE}; 0 for text that is no amount. */
export const unitsOf = (text: string): bigint => parseUnits(text, CURRENCY_SCALE) ?? 0n;

/**
 * Converts typed text to the wire format: `01.50` becomes `1.5`. Text that is no number stays
 * unchanged.
 */
export const wireAmount = (typed: string): string => canonicalDecimal(typed) ?? typed;

/**
 * Returns the problem of empty or invalid text, or of more decimals than `decimals`; null if it can
 * be sent.
 */
export function spellingProblem(typed: string, decimals: number): ProblemName | null {
  if (positiveUnits(typed, CURRENCY_SCALE) === null && !isTooLong(typed)) return 'invalid_request';
  return positiveUnits(typed, decimals) === null ? 'amount_scale_exceeded' : null;
}

/** A number with more decimals than any currency has. */
const isTooLong = (typed: string): boolean =>
  /^\d{1,20}\.\d{19,}$/.test(typed) && /[1-9]/.test(typed);

/** Returns `percent` (0 to 100) of `available`, rounded down to `decimals`, as text. */
export function shareOf(available: string, percent: number, decimals: number): string {
  const share = mulDiv(unitsOf(available), BigInt(percent), 100n, 'floor');
  const step = 10n ** BigInt(CURRENCY_SCALE - decimals);
  return formatUnits((share / step) * step, CURRENCY_SCALE);
}

/** Returns the typed amount as whole percents of `available`, 100 at most. */
export function percentOf(typed: string, available: string): number {
  const whole = unitsOf(available);
  if (whole <= 0n) return 0;
  const percent = Number(mulDiv(unitsOf(wireAmount(typed)), 100n, whole, 'floor'));
  return Math.min(100, percent);
}
