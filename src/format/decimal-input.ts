/** Numbers that users type: the display follows their language, the stored text has a point. */
import type { Locale } from '../../contract/languages.ts';
import { numberFormat } from './number-formats.ts';

/** Returns the decimal sign of `locale`: `,` in German. */
export function decimalSeparator(locale: Locale): '.' | ',' {
  const parts = numberFormat(locale, 'separator', {}).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/**
 * A currency may precede or follow a pasted number: `$5`, `1.5 BTC`; a word that changes the number
 * may not, as in `5 million`.
 */
const CURRENCY_BEFORE = /^(?:[A-Z]{3,5}|\p{Sc})\s*/u;
const CURRENCY_AFTER = /\s*(?:[A-Z]{3,5}|\p{Sc})$/u;
/** Length of the largest amount of any currency, in groups. */
const LENGTH_MAX = 40;
/** Digits with or without groups of thousands; may be empty. */
const WHOLE = /^(?:\d*|\d{1,3}(?:[.,\s'’]\d{2,3})*[.,\s'’]\d{3})$/;
/** One sign between digits that could be a group separator, as in 64,250. */
const GROUPED = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Returns the typed or pasted text as digits with at most one point. The decimal sign of other
 * languages is accepted if it occurs alone and cannot group thousands (keypads have either), and is
 * shown as the user's own sign. Otherwise it groups digits.
 *
 * @returns null if it is no plain number: `1e-3` without its letter would be a different number.
 */
export function readDecimalInput(locale: Locale, typed: string): string | null {
  // Cutting a longer number would change its value.
  if (typed.length > LENGTH_MAX) return null;
  // Converts full-width digits and signs of East Asian keyboards.
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[٫。]/g, '.')
    .trim()
    .replace(CURRENCY_BEFORE, '')
    .replace(CURRENCY_AFTER, '');
  const sign = decimalSeparator(locale);
  const other = sign === ',' ? '.' : ',';
  const isLone = !text.includes(sign) && text.split(other).length === 2;
  const own = isLone && !GROUPED.test(text) ? text.replace(other, sign) : text;
  const at = own.indexOf(sign);
  const whole = at === -1 ? own : own.slice(0, at);
  const fraction = at === -1 ? '' : own.slice(at + 1);
  if (!WHOLE.test(whole) || !/^\d*$/.test(fraction)) return null;
  const digits = whole.replaceAll(/\D/g, '');
  return at === -1 ? digits : `${digits}.${fraction}`;
}

/**
 * Returns the stored text for display during typing: without groups, which would move under the
 * cursor.
 */
export function showDecimalInput(locale: Locale, kept: string): string {
  return kept.replace('.', decimalSeparator(locale));
}
