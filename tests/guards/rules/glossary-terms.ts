/** One term for each concept: where the zh-CN text has a concept, every other language has its term. */
import { z } from 'zod';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../contract/languages.ts';
import { findingsIn, type WordingFinding } from '../support/wording-finding.ts';
import { sourceOf, sourceTexts, textsIn, type WordingTexts } from '../support/wording-texts.ts';

/** zh-CN labels are shorter than sentences. */
const LABEL_LENGTH_MAX = 14;

const CONCEPT = z.strictObject({
  /** The term as a label has it. */
  terms: z.record(z.enum(LOCALES), z.string().min(1)),
  /** Other forms of the same word; `*` stands for more letters. */
  forms: z.partialRecord(z.enum(LOCALES), z.array(z.string().min(1))).optional(),
  /** Sentences may leave the noun out (“You canceled it.”), and so may these labels, because their screen names it. */
  implied: z.array(z.string()).optional(),
  /** zh-CN words that contain the term and mean something else. */
  except: z.array(z.string()).optional(),
  /** Places (`fiat:order.*`) that are checked; all of them by default, none while a word is ambiguous. */
  keys: z.array(z.string()).optional(),
});

/** `locales/glossary.json`: a concept without a term in each of the ten languages does not parse. */
export const GLOSSARY = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), CONCEPT);
export type Glossary = z.infer<typeof GLOSSARY>;

/** Texts of a place whose zh-CN text has a concept, and that have neither its term nor one of its forms. */
export function checkTerms(texts: WordingTexts, glossary: Glossary): WordingFinding[] {
  const conceptsIn = conceptFinder(glossary);
  const source = sourceTexts(texts);
  return LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).flatMap((locale) => {
    const patterns = new Map(
      Object.keys(glossary).map((concept) => [concept, termPattern(glossary, concept, locale)]),
    );
    return findingsIn('term', locale, textsIn(texts, locale), (text, place) =>
      conceptsIn(place, sourceOf(source, place) ?? '')
        .filter((concept) => patterns.get(concept)?.test(plain(text)) === false)
        .map((concept) => ({
          name: concept,
          message: `"${glossary[concept]?.terms[locale]}" is the term of ${concept} (${sourceOf(source, place)})`,
        })),
    );
  });
}

/** Concepts of a zh-CN text; the longest word wins, so 当前委托 is not also 委托. */
function conceptFinder(glossary: Glossary): (place: string, text: string) => string[] {
  const conceptOf = new Map<string, string | null>();
  for (const [concept, { terms, forms, except }] of Object.entries(glossary)) {
    for (const word of [terms[DEFAULT_LOCALE], ...(forms?.[DEFAULT_LOCALE] ?? [])])
      conceptOf.set(word, concept);
    for (const word of except ?? []) if (!conceptOf.has(word)) conceptOf.set(word, null);
  }
  const words = [...conceptOf.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(words.join('|'), 'gu');
  return (place, text) => {
    const found = [...text.matchAll(pattern)].map(([word]) => conceptOf.get(word) ?? null);
    return [...new Set(found)].filter(
      (concept) =>
        concept !== null &&
        isChecked(glossary[concept]?.keys, place) &&
        !isImplied(glossary[concept]?.implied, place, text),
    ) as string[];
  };
}

function isImplied(labels: readonly string[] | undefined, place: string, text: string): boolean {
  return labels !== undefined && (labels.includes(place) || isSentence(place, text));
}

/** Anything but a short label; the events and guards of the console are sentences without a full stop. */
function isSentence(place: string, text: string): boolean {
  return (
    /^(?:article|mail|push):|^operator:(?:event|guard)\./.test(place) ||
    /[。！？；，：]/u.test(text) ||
    text.length > LABEL_LENGTH_MAX
  );
}

function isChecked(keys: readonly string[] | undefined, place: string): boolean {
  return (
    keys === undefined ||
    keys.some((key) => new RegExp(`^${escaped(key).replaceAll('\\*', '.*')}$`).test(place))
  );
}

function termPattern(glossary: Glossary, concept: string, locale: Locale): RegExp {
  const { terms, forms } = glossary[concept] as Glossary[string];
  const words = [terms[locale], ...(forms?.[locale] ?? [])].map((word) => wordSource(plain(word)));
  return new RegExp(words.join('|'), 'iu');
}

/** Scripts that set no space between words match anywhere; the others match whole words. */
function wordSource(word: string): string {
  const source = escaped(word)
    .replaceAll(' \\* ', ' .{1,40} ')
    .replaceAll('\\*', '\\p{L}*')
    .replaceAll(' ', '\\s');
  const isSpaceless =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
      word,
    );
  return isSpaceless ? source : `(?<!\\p{L})${source}(?!\\p{L})`;
}

function plain(text: string): string {
  return text
    .replaceAll('\u00ad', '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'");
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
