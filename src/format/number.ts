/** Prices, quantities, changes and large numbers in words of a locale. Input is decimal text. */
import type { Locale } from '../../contract/languages.ts';
import { isMagnitudeAbove, shiftPoint, type NumericText } from './decimal-text.ts';
import { fixedDecimal } from './fixed-decimal.ts';
import { numberFormat } from './number-formats.ts';

/** Above this, two decimals and M (SPEC 9). */
const MILLION = 1_000_000n;

/** `text` with exactly `scale` decimals: `formatPrice('de-DE', '64250.1', 2)` is `64.250,10`. */
export function formatPrice(locale: Locale, text: string, scale: number): string {
  return (
    fixedDecimal(locale, text, scale) ??
    numberFormat(locale, `price ${scale}`, {
      minimumFractionDigits: scale,
      maximumFractionDigits: scale,
    }).format(text as NumericText)
  );
}

/** `text` with all the decimals it has: for `src/ui/amount.tsx` alone, which shows them when they are asked for. */
export function formatFull(locale: Locale, text: string): string {
  return numberFormat(locale, 'exact', { maximumFractionDigits: 18 }).format(text as NumericText);
}

/** Nothing on screen has more decimals (RULES "Figures on screen"). */
export const DECIMALS_MAX = 8;

/**
 * `text` with at most eight decimals, rounded down: an amount is never shown as more than it is.
 * `formatAmount('en-US', '0.1234567899')` is `0.12345678`.
 */
export function formatAmount(locale: Locale, text: string): string {
  const point = text.indexOf('.');
  return formatFull(locale, point < 0 ? text : text.slice(0, point + 1 + DECIMALS_MAX));
}

/** Digits that a narrow column has room for. */
const NARROW_DIGITS = 6;

/**
 * A quantity in a narrow column: millions with M (SPEC 9), else at most `scale` decimals and six
 * digits in all, as long as the whole part has no more. `formatNarrow('en-US', '1234.56789', 5)` is `1,234.57`.
 */
export function formatNarrow(locale: Locale, text: string, scale: number): string {
  if (isMagnitudeAbove(text, MILLION)) return formatMillions(locale, text);
  // A zero before the point is no digit that counts: the smallest quantity is never shown as none.
  const whole = (text.split('.', 1)[0] ?? '').replace(/^0$/, '');
  return formatPrice(locale, text, Math.max(0, Math.min(scale, NARROW_DIGITS - whole.length)));
}

/** Millionths as a percentage without a sign: `1000` is `0.1%`. */
export function formatRate(locale: Locale, ppm: number): string {
  return numberFormat(locale, 'rate', { style: 'percent', maximumFractionDigits: 4 }).format(
    shiftPoint(String(ppm), -6),
  );
}

/** A percentage with its sign and two decimals: `'2.345'` is `+2.35%`, `'0'` is `0.00%`. */
export function formatChange(locale: Locale, percent: string): string {
  const isBelow = percent.startsWith('-');
  const figures = fixedDecimal(locale, isBelow ? percent.slice(1) : percent, 2);
  if (figures === null) return changeFormat(locale).format(shiftPoint(percent, -2));
  const sign = /[1-9]/.test(figures) ? (isBelow ? '-' : '+') : '';
  return sign + figures + percentMarkOf(locale);
}

const changeFormat = (locale: Locale) =>
  numberFormat(locale, 'change', {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** What stands after the figures of a percentage, learnt from `Intl` once per locale. */
const percentMarks = new Map<Locale, string>();

function percentMarkOf(locale: Locale): string {
  let mark = percentMarks.get(locale);
  if (mark === undefined) {
    mark = changeFormat(locale).format(0).replace(/^.*\d/u, '');
    percentMarks.set(locale, mark);
  }
  return mark;
}

/** In millions with two decimals and M (SPEC 9). */
export const formatMillions = (locale: Locale, text: string): string =>
  `${formatPrice(locale, shiftPoint(text, -6), 2)}M`;

/** Which way a change points (SPEC 9: above 0 is green, all else red). */
export function changeDirection(percent: string): 'up' | 'down' {
  return !percent.startsWith('-') && /[1-9]/.test(percent) ? 'up' : 'down';
}
