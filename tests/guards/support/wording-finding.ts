/** A finding in a text. */
import type { Locale } from '../../../contract/languages.ts';
import type { LocaleTexts } from './wording-texts.ts';

type WordingRule = 'term' | 'word' | 'same' | 'width' | 'script';

export interface WordingFinding {
  readonly rule: WordingRule;
  readonly locale: Locale;
  /** The place, and what is wrong in it. */
  readonly name: string;
  /** The better way. */
  readonly message: string;
}

/** The finding in one line. */
export const lineOf = ({ rule, locale, name, message }: WordingFinding): string =>
  `${locale} ${rule}: ${name}: ${message}`;

/** The places of a locale whose texts `problem` objects to. */
export function findingsIn(
  rule: WordingRule,
  locale: Locale,
  texts: LocaleTexts,
  problems: (text: string, place: string) => readonly { name: string; message: string }[],
): WordingFinding[] {
  return [...texts].flatMap(([place, text]) =>
    problems(text, place).map(({ name, message }) => ({
      rule,
      locale,
      name: `${place} ${name}`,
      message: `${message} (${text})`,
    })),
  );
}
