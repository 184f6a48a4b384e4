/** Amounts that are read at a glance: as many decimals as say something, and which way they are rounded. */
import type { Locale } from '../../contract/languages.ts';
import { formatUnits, parseUnits, SCALE_MAX } from '../../contract/money/decimal.ts';
import { divide, type Rounding } from '../../contract/money/rounding.ts';
import type { NumericText } from './decimal-text.ts';
import { DECIMALS_MAX, formatFull } from './number.ts';
import { numberFormat } from './number-formats.ts';

/** Read to the hundredth, like the money that they stand for; other coins by the digits that count. */
const DOLLARS: readonly string[] = ['USDT', 'USD'];
const CENTS = 2;
/** Digits that count of less than one dollar, and of any other coin. */
const DOLLAR_DIGITS = 2;
const COIN_DIGITS = 6;

/**
 * Decimals (2 to 8) of `text`, an amount of `code`, that are read at a glance: two of dollars, of
 * other coins as many as give six digits, and of little as many as leave something of it to see.
 * `glanceScale('440733.25062683', 'USDT')` is 2, `glanceScale('0.00219576', 'USDT')` is 4.
 */
export function glanceScale(text: string, code: string): number {
  const isDollar = DOLLARS.includes(code);
  const [whole = '', fraction = ''] = text.split('.');
  if (isDollar && whole !== '0') return CENTS;
  const first = fraction.search(/[1-9]/);
  // Zeros after the point are no digits that count.
  const before = whole === '0' ? -Math.max(first, 0) : whole.length;
  return within((isDollar ? DOLLAR_DIGITS : COIN_DIGITS) - before);
}

/** Decimals (2 to 8) of `text` where it has room for `digits` of them and of the whole part. */
export const roomyScale = (text: string, digits: number): number =>
  within(digits - (text.split('.', 1)[0] ?? '').length);

const within = (scale: number): number => Math.min(Math.max(scale, CENTS), DECIMALS_MAX);

/** How an amount of `code` is shown in short. */
export interface Shortened {
  readonly code: string;
  /** Most decimals. */
  readonly scale: number;
  /** floor: what somebody has or gets; ceil: what somebody pays. */
  readonly rounding: Rounding;
}

/**
 * `text` with at most `scale` decimals; dollars always have their cents.
 * `{ code: 'USDT', scale: 4, rounding: 'ceil' }` makes `0.0022` of `0.00219576`.
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

/** The same in full: equal to {@link formatShortened} where nothing is left out. */
export const formatUnshortened = (locale: Locale, text: string, shortened: Shortened): string =>
  (text.split('.')[1] ?? '').length > shortened.scale
    ? formatFull(locale, text)
    : formatShortened(locale, text, shortened);

/** What somebody has of `code`, or what that is worth in it, for a glance: rounded down. */
export const formatGlance = (locale: Locale, text: string, code: string): string =>
  formatShortened(locale, text, { code, scale: glanceScale(text, code), rounding: 'floor' });

/** The same in full: equal to {@link formatGlance} where nothing is left out. */
export const formatWhole = (locale: Locale, text: string, code: string): string =>
  formatUnshortened(locale, text, { code, scale: glanceScale(text, code), rounding: 'floor' });

/** What somebody pays, with at most eight decimals, rounded up: it is never shown as less than it is. */
export const formatCost = (locale: Locale, text: string): string =>
  formatShortened(locale, text, { code: '', scale: DECIMALS_MAX, rounding: 'ceil' });
