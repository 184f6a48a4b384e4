/**
 * Formats decimal text with a fixed number of decimals and the signs of a locale, which are read
 * from `Intl` once. Figures that change thousands of times a second use it, because `Intl` takes
 * ten times as long for the same text. `Intl` is only used for rounding.
 */
import type { Locale } from '../../contract/languages.ts';
import { numberFormat } from './number-formats.ts';

interface Marks {
  readonly point: string;
  readonly group: string;
  /** Number of whole digits from which they are grouped: Spanish has 1234 and 12.345. */
  readonly groupedFrom: number;
}

const known = new Map<Locale, Marks>();

function marksOf(locale: Locale): Marks {
  let marks = known.get(locale);
  if (marks === undefined) {
    const format = numberFormat(locale, 'marks', { minimumFractionDigits: 1 });
    const part = (value: number, wanted: string) =>
      format.formatToParts(value).find(({ type }) => type === wanted)?.value;
    marks = {
      point: part(12_345, 'decimal') ?? '.',
      group: part(12_345, 'group') ?? '',
      groupedFrom: part(1_234, 'group') === undefined ? 5 : 4,
    };
    known.set(locale, marks);
  }
  return marks;
}

const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Returns `text` with `scale` decimals; null if it has more of them, has a sign or is no plain
 * decimal.
 */
export function fixedDecimal(locale: Locale, text: string, scale: number): string | null {
  const at = text.indexOf('.');
  const whole = at < 0 ? text : text.slice(0, at);
  const fraction = at < 0 ? '' : text.slice(at + 1);
  if (fraction.length > scale || !PLAIN.test(text)) return null;
  const marks = marksOf(locale);
  const grouped = whole.length < marks.groupedFrom ? whole : inGroups(whole, marks.group);
  return scale === 0 ? grouped : grouped + marks.point + fraction.padEnd(scale, '0');
}

function inGroups(whole: string, mark: string): string {
  let end = whole.length % 3 || 3;
  let grouped = whole.slice(0, end);
  for (; end < whole.length; end += 3) grouped += mark + whole.slice(end, end + 3);
  return grouped;
}
