/**
 * Canonical decimal text ↔ whole units. One spelling per value: `0`, `12.5`, `-0.01`.
 * Pure; no locale, no separators, never a float.
 */
import { assert } from '../assert.ts';

/** Largest number of decimals of any currency of the product. */
export const SCALE_MAX = 18;

const CANONICAL = /^-?(?:0|[1-9]\d{0,37})(?:\.\d{0,17}[1-9])?$/;

/**
 * Returns whether `text` is the canonical spelling of a number (any scale up to {@link SCALE_MAX}).
 */
export function isCanonicalDecimal(text: string): boolean {
  return CANONICAL.test(text) && text !== '-0';
}

/**
 * Returns the units of 10^-scale in `text`, or null when it is not canonical or has more decimals
 * than `scale`. Nothing is rounded: `parseUnits('1.005', 2)` is null. Example:
 * `parseUnits('12.5', 8)` is `1250000000n`.
 */
export function parseUnits(text: string, scale: number): bigint | null {
  assertScale(scale);
  if (!isCanonicalDecimal(text)) return null;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  if (fraction.length > scale) return null;
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return negative ? -units : units;
}

/**
 * Returns the canonical text of `units` of 10^-scale. Example: `formatUnits(1250000000n, 8)` is
 * `'12.5'`.
 */
export function formatUnits(units: bigint, scale: number): string {
  assertScale(scale);
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = scale === 0 ? digits : digits.slice(0, -scale);
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function assertScale(scale: number): void {
  assert(Number.isInteger(scale) && scale >= 0 && scale <= SCALE_MAX, 'scale must be 0 to 18');
}
