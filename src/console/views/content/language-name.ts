/** The name of a language in that language. */
import { LANGUAGES, type Locale } from '../../../../contract/languages.ts';

/** Returns the language's own name. */
export const languageName = (locale: Locale): string =>
  LANGUAGES.find((language) => language.locale === locale)?.name ?? locale;
