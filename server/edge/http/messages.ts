/** The sentence for each error in each language, from `locales/<tag>/errors.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { DEFAULT_LOCALE, LOCALES, matchLocale } from '../../../contract/languages.ts';
import type { Locale } from '../../../contract/languages.ts';

/**
 * Returns the sentence for `error` in `locale`. A missing text falls back to the default language,
 * then to the error's name.
 */
export type Say = (error: ErrorName, locale: Locale) => string;

const LOCALES_FOLDER = path.join(import.meta.dirname, '../../../locales');
const texts = z.record(z.string(), z.string());
const WISHES_MAX = 10;

/** Reads all languages once. @throws when a file is missing or not a flat list of texts. */
export function loadMessages(folder: string = LOCALES_FOLDER): Say {
  const byLocale = new Map(
    LOCALES.map((locale) => {
      const file = path.join(folder, locale, 'errors.json');
      return [locale, texts.parse(JSON.parse(readFileSync(file, 'utf8')))];
    }),
  );
  return (error, locale) =>
    byLocale.get(locale)?.[error] ?? byLocale.get(DEFAULT_LOCALE)?.[error] ?? error;
}

/** Returns the locale of a `Lang` header: one tag, or a list as in `Accept-Language`. */
export function localeOfHeader(header: string | string[] | undefined): Locale {
  const wishes = String(header ?? '').split(',', WISHES_MAX);
  return matchLocale(wishes.map((wish) => wish.split(';', 1)[0] ?? ''));
}
