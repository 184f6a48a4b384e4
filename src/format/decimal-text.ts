/** Decimal text of the wire, shifted and compared without floats. */

const PARTS = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Text that `Intl.NumberFormat` formats exactly. */
export type NumericText = `${number}`;

/**
 * Returns `text` × 10^places as decimal text: `shiftPoint('1234567.8', -6)` is `'1.2345678'`. Text
 * that is no plain decimal gives `'NaN'`.
 */
export function shiftPoint(text: string, places: number): NumericText {
  const match = PARTS.exec(text);
  if (!match) return 'NaN' as NumericText;
  const [, sign = '', whole = '', fraction = ''] = match;
  const point = whole.length + places;
  const digits = (whole + fraction).padEnd(point, '0');
  const padded = point > 0 ? digits : digits.padStart(digits.length - point + 1, '0');
  const at = Math.max(point, 1);
  const moved = padded.slice(at) === '' ? padded : `${padded.slice(0, at)}.${padded.slice(at)}`;
  return `${sign}${moved}` as NumericText;
}

/** Returns whether |text| is greater than `limit`, an integer; exact for text of any length. */
export function isMagnitudeAbove(text: string, limit: bigint): boolean {
  const match = PARTS.exec(text);
  if (!match) return false;
  const [, , whole = '0', fraction = ''] = match;
  const units = BigInt(whole);
  return units > limit || (units === limit && /[1-9]/.test(fraction));
}
