/** Reads the decimal text of a source as ticks. */

const DECIMAL = /^(\d{1,16})(?:\.(\d{1,24}))?$/;

/** Returns the nearest tick, a half upwards; null for text that is no decimal number. @param scale decimals of the tick. */
export function readTicks(text: string, scale: number): number | null {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = fraction.padEnd(scale + 1, '0');
  const tenths = BigInt(whole + digits.slice(0, scale + 1));
  return Number((tenths + 5n) / 10n);
}
