/** Decimal numbers that users type: their canonical text, and their units. */
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';

/** Decimals of every currency of the exchange; price × quantity always fits. */
export const CURRENCY_SCALE = SCALE_MAX;

/**
 * Returns the canonical text of the input (`007.50` becomes `7.5`); null if it is no number, or too
 * precise for any currency.
 */
export function canonicalDecimal(typed: string): string | null {
  const match = /^0*(\d{0,20})(?:\.(\d{0,18}))?$/.exec(typed);
  if (!match || !/\d/.test(typed)) return null;
  const whole = match[1] || '0';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * Returns the units of 10^-scale of the input; null unless it is a number above 0 with at most that
 * many decimals.
 */
export function positiveUnits(typed: string, scale: number): bigint | null {
  const text = canonicalDecimal(typed);
  const value = text === null ? null : parseUnits(text, scale);
  return value === 0n ? null : value;
}
