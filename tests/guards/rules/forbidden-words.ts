/** Words that a language does not use for our concepts, in all texts, with the word to use instead. */
import { LOCALES, type Locale } from '../../../contract/languages.ts';
import { findingsIn, type WordingFinding } from '../support/wording-finding.ts';
import { textsIn, type WordingTexts } from '../support/wording-texts.ts';
import { FORBIDDEN_WORDS } from './forbidden-word-list.ts';

export interface ForbiddenWord {
  /** Its name in messages and in the baseline. */
  readonly word: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** The places in which it is forbidden; everywhere by default. */
  readonly places: RegExp;
}

/** Each text that has a forbidden word of its language. */
export function checkForbiddenWords(texts: WordingTexts): WordingFinding[] {
  return LOCALES.flatMap((locale: Locale) =>
    findingsIn('word', locale, textsIn(texts, locale), (text, place) =>
      FORBIDDEN_WORDS[locale]
        .filter(({ pattern, places }) => places.test(place) && pattern.test(withoutValues(text)))
        .map(({ word, instead }) => ({ name: word, message: `not "${word}": ${instead}` })),
    ),
  );
}

/** Names of inserted values are the same in every language. */
function withoutValues(text: string): string {
  return text.replaceAll(/\{\{.*?\}\}/g, '');
}
