/** `Intl.NumberFormat` objects are slow to create (about 30 µs) and cheap to use, so each is created once. */
import type { Locale } from '../../contract/languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Returns the format of `locale` with `options`; `key` names the options and must be unique to
 * them.
 */
export function numberFormat(
  locale: Locale,
  key: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const id = `${locale} ${key}`;
  let format = formats.get(id);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(id, format);
  }
  return format;
}
