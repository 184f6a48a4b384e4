/** Reads decimal text of a source exactly, and rounds it to ticks. Never a float. */
import { divide } from '../../../../contract/money/rounding.ts';

/** Decimals of an exact price, enough for the middle of two prices with {@link FRACTION_MAX} decimals. */
const EXACT_SCALE = 30;
/** The most decimals that are read, after the exponent. */
const FRACTION_MAX = 24;

/** A number as JSON writes it, without a sign, because no price is negative. */
const DECIMAL = /^(\d{1,16})(?:\.(\d{1,24}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Returns the price in units of 10^-30; null for text that is no decimal number or has too many digits. */
export function readExact(text: string): bigint | null {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const decimals = fraction.length - Number(exponent);
  if (decimals > FRACTION_MAX || decimals < -FRACTION_MAX) return null;
  return BigInt(whole + fraction) * 10n ** BigInt(EXACT_SCALE - decimals);
}

/** Returns the nearest tick to an exact price, a half upwards. @param scale decimals of the tick. */
export function toTicks(price: bigint, scale: number): number {
  const tick = 10n ** BigInt(EXACT_SCALE - scale);
  return Number(divide(2n * price + tick, 2n * tick, 'floor'));
}

/** Returns the nearest tick, a half upwards; null for text that is no decimal number. @param scale decimals of the tick. */
export function readTicks(text: string, scale: number): number | null {
  const price = readExact(text);
  return price === null ? null : toTicks(price, scale);
}
