/** Numbers that people type: what they see follows their language, what is kept has a point. */
import type { Locale } from '../../contract/languages.ts';
import { numberFormat } from './number-formats.ts';

/** The character between whole and fraction in `locale`: `,` in German. */
export function decimalSeparator(locale: Locale): '.' | ',' {
  const parts = numberFormat(locale, 'separator', {}).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** One sign between digits that can group thousands, as in 64,250. */
const GROUPED = /^\D*0*[1-9]\d*[.,]\d{3}\D*$/;

/**
 * What was typed or pasted, as digits with at most one point. The decimal sign of the other languages
 * counts as one where it stands alone and can not group thousands (keypads offer either), and shows as
 * the own one at once; elsewhere it groups digits. Anything else that is no digit is dropped.
 */
export function readDecimalInput(locale: Locale, typed: string): string {
  // Full-width digits and signs of East Asian keyboards.
  const text = typed.normalize('NFKC').replaceAll('٫', '.').replaceAll('。', '.');
  const sign = decimalSeparator(locale);
  const other = sign === ',' ? '.' : ',';
  const isLone = !text.includes(sign) && text.split(other).length === 2;
  const isDecimal = isLone && !GROUPED.test(text);
  const plain = isDecimal ? text.replace(other, sign) : text.replaceAll(other, '');
  const at = plain.indexOf(sign);
  const digits = (part: string) => part.replaceAll(/\D/g, '');
  return at === -1 ? digits(plain) : `${digits(plain.slice(0, at))}.${digits(plain.slice(at))}`;
}

/** What is kept, as it is shown while it is typed: no grouping, which would move under the cursor. */
export function showDecimalInput(locale: Locale, kept: string): string {
  return kept.replace('.', decimalSeparator(locale));
}
