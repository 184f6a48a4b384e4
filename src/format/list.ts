/** Lists in the format of a locale. */
import type { Locale } from '../../contract/languages.ts';

const formats = new Map<Locale, Intl.ListFormat>();

/** `a, b, or c`. */
export function formatEither(locale: Locale, parts: readonly string[]): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.ListFormat(locale, { type: 'disjunction' });
    formats.set(locale, format);
  }
  return format.format(parts);
}
