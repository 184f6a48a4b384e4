/** The localized name of a country, cached per locale. */
import type { Locale } from '../../contract/languages.ts';

const namers = new Map<Locale, Intl.DisplayNames>();

/**
 * Returns the name of a country or territory in `locale`; `fallback` if the platform does not know
 * the code.
 */
export function regionName(locale: Locale, isoCode: string, fallback: string): string {
  let namer = namers.get(locale);
  if (!namer) {
    namer = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    namers.set(locale, namer);
  }
  return namer.of(isoCode) ?? fallback;
}
