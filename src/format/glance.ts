/** Short amounts: the number of significant decimals, and the direction of rounding. */
import type { Locale } from '../../contract/languages.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../contract/money/decimal.ts';
import { divide, type Rounding } from '../../contract/money/rounding.ts';
import type { NumericText } from './decimal-text.ts';
import { DECIMALS_MAX, formatFull } from './number.ts';
import { numberFormat } from './number-formats.ts';

/**
 * Shown to the hundredth, like the money that they stand for; other coins by significant digits.
 */
const DOLLARS: readonly string[] = ['USDT', 'USD'];
const CENTS = 2;
/** Significant digits of less than one dollar, and of any other coin. */
const DOLLAR_DIGITS = 2;
const COIN_DIGITS = 6;

/**
 * Returns the decimals (2 to 8) of `text`, an amount of `code`, for a short display: two for
 * dollars, for other coins enough for six digits, and for small amounts enough for something to be
 * visible. `glanceScale('440733.25062683', 'USDT')` is 2, `glanceScale('0.00219576', 'USDT')` is 4.
 */
export function glanceScale(text: string, code: string): number {
  const isDollar = DOLLARS.includes(code);
  const [whole = '', fraction = ''] = text.split('.');
  if (isDollar && whole !== '0') return CENTS;
  const first = fraction.search(/[1-9]/);
  // Leading zeros after the point are not significant.
  const before = whole === '0' ? -Math.max(first, 0) : whole.length;
  return within((isDollar ? DOLLAR_DIGITS : COIN_DIGITS) - before);
}

/** Returns the decimals (2 to 8) of `text` if there is room for `digits`, whole part included. */
export const roomyScale = (text: string, digits: number): number =>
  within(digits - (text.split('.', 1)[0] ?? '').length);

const within = (scale: number): number => Math.min(Math.max(scale, CENTS), DECIMALS_MAX);

/** Display options of an amount of `code`. */
interface Shortened {
  readonly code: string;
  /** Maximum number of decimals. */
  readonly scale: number;
  /** floor: amounts that a user has or receives; ceil: amounts that a user pays. */
  readonly rounding: Rounding;
}

/**
 * Returns `text` with at most `scale` decimals; dollars always have cents. `{ code: 'USDT', scale:
 * 4, rounding: 'ceil' }` turns `0.00219576` into `0.0022`.
 */
export function formatShortened(
  locale: Locale,
  text: string,
  { code, scale, rounding }: Shortened,
): string {
  const exact = parseUnits(text, SCALE_MAX);
  const rounded =
    exact === null
      ? text
      : formatUnits(divide(exact, 10n ** BigInt(SCALE_MAX - scale), rounding), scale);
  const least = DOLLARS.includes(code) ? CENTS : 0;
  return numberFormat(locale, `shortened ${least} ${scale}`, {
    minimumFractionDigits: least,
    maximumFractionDigits: scale,
  }).format(rounded as NumericText);
}

/** Returns it in full: equal to {@link formatShortened} if nothing is cut. */
export const formatUnshortened = (locale: Locale, text: string, shortened: Shortened): string =>
  (text.split('.')[1] ?? '').length > shortened.scale
    ? formatFull(locale, text)
    : formatShortened(locale, text, shortened);

/** Returns a balance of `code`, or a value in it, for a short display: rounded down. */
export const formatGlance = (locale: Locale, text: string, code: string): string =>
  formatShortened(locale, text, { code, scale: glanceScale(text, code), rounding: 'floor' });

/** Returns it in full: equal to {@link formatGlance} if nothing is cut. */
export const formatWhole = (locale: Locale, text: string, code: string): string =>
  formatUnshortened(locale, text, { code, scale: glanceScale(text, code), rounding: 'floor' });

/** Returns a cost with at most eight decimals, rounded up, so that it is never shown too low. */
export const formatCost = (locale: Locale, text: string): string =>
  formatShortened(locale, text, { code: '', scale: DECIMALS_MAX, rounding: 'ceil' });
