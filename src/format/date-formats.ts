/** `Intl` date and relative-time objects, each created once. */
import type { Locale } from '../../contract/languages.ts';

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<Locale, Intl.RelativeTimeFormat>();

/**
 * Returns the format of `locale` with `options`; `key` names the options and must be unique to
 * them.
 */
export function dateFormat(
  locale: Locale,
  key: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const id = `${locale} ${key} ${options.timeZone ?? ''}`;
  let format = dateFormats.get(id);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    dateFormats.set(id, format);
  }
  return format;
}

/**
 * Returns a format for "3 minutes ago" in `locale`; "yesterday" if the language has a word for it.
 */
export function relativeFormat(locale: Locale): Intl.RelativeTimeFormat {
  let format = relativeFormats.get(locale);
  if (!format) {
    format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    relativeFormats.set(locale, format);
  }
  return format;
}
