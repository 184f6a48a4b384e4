/** The push texts of a language, for the guards of texts. */
import type { Locale } from '../../../contract/languages.ts';
import { PUSH_TEXTS, type PushTexts } from '../../../server/areas/people/push/push-texts.ts';

export function pushTextsOf(locale: Locale): PushTexts {
  return PUSH_TEXTS[locale];
}
