/** Prices, quantities, changes and large numbers in the format of a locale. Input is decimal text. */
import type { Locale } from '../../contract/languages.ts';
import { isMagnitudeAbove, shiftPoint, type NumericText } from './decimal-text.ts';
import { fixedDecimal } from './fixed-decimal.ts';
import { numberFormat } from './number-formats.ts';

/** Above this, two decimals and M (SPEC 9). */
const MILLION = 1_000_000n;

/**
 * Returns `text` with exactly `scale` decimals: `formatPrice('de-DE', '64250.1', 2)` is
 * `64.250,10`.
 */
export function formatPrice(locale: Locale, text: string, scale: number): string {
  return (
    fixedDecimal(locale, text, scale) ??
    numberFormat(locale, `price ${scale}`, {
      minimumFractionDigits: scale,
      maximumFractionDigits: scale,
    }).format(text as NumericText)
  );
}

/**
 * Returns `text` with all its decimals: only for `src/ui/amount.tsx`, which shows them on demand.
 */
export function formatFull(locale: Locale, text: string): string {
  return numberFormat(locale, 'exact', { maximumFractionDigits: 18 }).format(text as NumericText);
}

/** Maximum number of decimals on screen (RULES "Figures on screen"). */
export const DECIMALS_MAX = 8;

/**
 * Returns `text` with at most eight decimals, rounded down, so that an amount is never shown too
 * high. `formatAmount('en-US', '0.1234567899')` is `0.12345678`.
 */
export function formatAmount(locale: Locale, text: string): string {
  const point = text.indexOf('.');
  return formatFull(locale, point < 0 ? text : text.slice(0, point + 1 + DECIMALS_MAX));
}

/** Number of digits that fit a narrow column. */
const NARROW_DIGITS = 6;

/**
 * Returns a quantity for a narrow column: millions with M (SPEC 9), otherwise at most `scale`
 * decimals and six digits in all, unless the whole part has more. `formatNarrow('en-US',
 * '1234.56789', 5)` is `1,234.57`.
 */
export function formatNarrow(locale: Locale, text: string, scale: number): string {
  if (isMagnitudeAbove(text, MILLION)) return formatMillions(locale, text);
  // A zero before the point is not significant, so that the smallest quantity is never shown as
  // zero.
  const whole = (text.split('.', 1)[0] ?? '').replace(/^0$/, '');
  return formatPrice(locale, text, Math.max(0, Math.min(scale, NARROW_DIGITS - whole.length)));
}

/** Returns millionths as a percentage without a sign: `1000` is `0.1%`. */
export function formatRate(locale: Locale, ppm: number): string {
  return numberFormat(locale, 'rate', { style: 'percent', maximumFractionDigits: 4 }).format(
    shiftPoint(String(ppm), -6),
  );
}

/** Returns billionths as a percentage without a sign, with all decimals: `136986` is `0.0136986%`. */
export function formatFineRate(locale: Locale, ppb: number): string {
  return numberFormat(locale, 'fineRate', { style: 'percent', maximumFractionDigits: 7 }).format(
    shiftPoint(String(ppb), -9),
  );
}

/** Returns a percentage with its sign and two decimals: `'2.345'` is `+2.35%`, `'0'` is `0.00%`. */
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

/** The text after the digits of a percentage, read from `Intl` once per locale. */
const percentMarks = new Map<Locale, string>();

function percentMarkOf(locale: Locale): string {
  let mark = percentMarks.get(locale);
  if (mark === undefined) {
    mark = changeFormat(locale).format(0).replace(/^.*\d/u, '');
    percentMarks.set(locale, mark);
  }
  return mark;
}

/** Returns millions with two decimals and M (SPEC 9). */
export const formatMillions = (locale: Locale, text: string): string =>
  `${formatPrice(locale, shiftPoint(text, -6), 2)}M`;

/** Direction of a change in percent; `none` without a change. */
export type ChangeDirection = 'up' | 'down' | 'none';

/** Returns the direction of a change (SPEC 9: above 0 is green, all others red). */
export function changeDirection(percent: string | null): ChangeDirection {
  if (percent === null) return 'none';
  return !percent.startsWith('-') && /[1-9]/.test(percent) ? 'up' : 'down';
}
