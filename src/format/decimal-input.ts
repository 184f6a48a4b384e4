/** Numbers that people type: what they see follows their language, what is kept has a point. */
import type { Locale } from '../../contract/languages.ts';
import { numberFormat } from './number-formats.ts';

/** The character between whole and fraction in `locale`: `,` in German. */
export function decimalSeparator(locale: Locale): '.' | ',' {
  const parts = numberFormat(locale, 'separator', {}).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** A currency may stand before or after a pasted number: `$5`, `1.5 BTC`; not a word that changes it, as in `5 million`. */
const CURRENCY_BEFORE = /^(?:[A-Z]{3,5}|\p{Sc})\s*/u;
const CURRENCY_AFTER = /\s*(?:[A-Z]{3,5}|\p{Sc})$/u;
/** Characters that the largest amount of any currency needs, in groups. */
const LENGTH_MAX = 40;
/** Thousands in groups, or all digits together; also without any. */
const WHOLE = /^(?:\d*|\d{1,3}(?:[.,\s'’]\d{2,3})*[.,\s'’]\d{3})$/;
/** One sign between digits that can group thousands, as in 64,250. */
const GROUPED = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * What was typed or pasted, as digits with at most one point. The decimal sign of the other languages
 * counts as one where it stands alone and cannot group thousands (keypads offer either), and shows as
 * the own one at once; elsewhere it groups digits.
 *
 * @returns null where it is no plain number: `1e-3` without its letter would be a different number.
 */
export function readDecimalInput(locale: Locale, typed: string): string | null {
  // A longer number would change its value without its end.
  if (typed.length > LENGTH_MAX) return null;
  // Full-width digits and signs of East Asian keyboards.
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

/** What is kept, as it is shown while it is typed: no grouping, which would move under the cursor. */
export function showDecimalInput(locale: Locale, kept: string): string {
  return kept.replace('.', decimalSeparator(locale));
}
