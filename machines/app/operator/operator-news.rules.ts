/** An article in all its languages, as the fields of the editor. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../contract/languages.ts';
import { decisionRules, type RecordFields } from './operator-decision.rules.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

/** One field a language and kind of text: `title zh-CN`. */
type NewsTextField = `${'title' | 'summary' | 'content'} ${Locale}`;

export type NewsFields = RecordFields & {
  /** Empty for a new article. */
  readonly id: string;
  /** Id of a new article with these texts: a repeated send is saved once. */
  readonly clientId: string;
  readonly categoryId: string;
  readonly banner: string;
} & Readonly<Record<NewsTextField, string>>;

interface NewsText {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
}

const KINDS = ['title', 'summary', 'content'] as const;

/** Returns the fields of the existing texts; others are empty. */
export const newsTextFields = (
  texts: Partial<Record<Locale, NewsText>>,
): Record<NewsTextField, string> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) =>
      KINDS.map((kind) => [`${kind} ${locale}`, texts[locale]?.[kind] ?? ''] as const),
    ),
  ) as Record<NewsTextField, string>;

/**
 * Returns the texts of the languages that have any. A language without a text falls back to the
 * default one.
 */
export function newsTextsOf(fields: NewsFields): Partial<Record<Locale, NewsText>> {
  return Object.fromEntries(
    LOCALES.filter((locale) => hasWords(fields, locale)).map((locale) => [
      locale,
      {
        title: fields[`title ${locale}`].trim(),
        summary: fields[`summary ${locale}`].trim(),
        content: fields[`content ${locale}`],
      },
    ]),
  );
}

/** Returns whether the language has any text. */
const hasWords = (fields: NewsFields, locale: Locale): boolean =>
  KINDS.some((kind) => fields[`${kind} ${locale}`].trim() !== '');

const base = decisionRules<NewsFields>({
  id: '',
  revision: '',
  clientId: '',
  categoryId: '3',
  banner: '',
  reason: '',
  ...newsTextFields({}),
});

/** The default language must have a title, and so must every other language with any text. */
export const NEWS_RULES: SubmissionRules<NewsFields, null> = {
  ...base,
  problems: (fields) => [
    ...base.problems(fields, null),
    ...LOCALES.filter(
      (locale) =>
        (locale === DEFAULT_LOCALE || hasWords(fields, locale)) &&
        fields[`title ${locale}`].trim() === '',
    ).map((locale): Problem<keyof NewsFields & string> => ({
      field: `title ${locale}`,
      error: 'invalid_request',
    })),
  ],
};
