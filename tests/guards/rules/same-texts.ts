/** Texts that are one text in zh-CN are one text in every other language, but for grammar. */
import { DEFAULT_LOCALE, LOCALES } from '../../../contract/languages.ts';
import type { WordingFinding } from '../support/wording-finding.ts';
import { sourceTexts, textsIn, type WordingTexts } from '../support/wording-texts.ts';

/** zh-CN texts that need two renderings in other languages, with the reason. */
type Splits = Readonly<Record<string, string>>;

/** One finding for each zh-CN text that a language renders with different words; `splits` lists the right ones. */
export function checkSameTexts(texts: WordingTexts, splits: Splits): WordingFinding[] {
  const source = sourceTexts(texts);
  return LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).flatMap((locale) => {
    const renderings = new Map<string, Map<string, string>>();
    // A counted text has only the form that zh-CN has too: the others differ by grammar.
    for (const [place, text] of textsIn(texts, locale)) {
      const original = source.get(place);
      if (original === undefined || original in splits) continue;
      const known = renderings.get(original) ?? new Map<string, string>();
      renderings.set(original, known);
      const same = [...known.values()].some((other) => isSameWording(other, text));
      if (!same) known.set(place, text);
    }
    return [...renderings]
      .filter(([, known]) => known.size > 1)
      .map(([original, known]) => ({
        rule: 'same' as const,
        locale,
        name: original,
        message: `one zh-CN text has different words: ${[...known].map(([place, text]) => `${place} (${text})`).join(', ')}`,
      }));
  });
}

/** zh-CN texts of `splits` that no two places share: the entry is no longer needed. */
export function unusedSplits(texts: WordingTexts, splits: Splits): string[] {
  const needed = new Set(checkSameTexts(texts, {}).map(({ name }) => name));
  return Object.keys(splits).filter((text) => !needed.has(text));
}

/** True if two texts differ only by case, small words, the endings of words, or a word that the shorter label leaves out. */
function isSameWording(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].toSorted(
    (a, b) => a.join('').length - b.join('').length,
  );
  if (isSpaceless(one + other)) return long.join('').includes(short.join(''));
  return short.every((word) => long.some((candidate) => isSameWord(word, candidate)));
}

/** Articles, possessives, prepositions and auxiliary verbs. */
const SMALL_WORDS = new Set(
  (
    'the a an your my of to in der die das den dem des ein eine einen einem einer ihr ihre ihren mein meine von im zu wird werden wurde ' +
    'le la les l un une de du des d votre vos mon mes el los las una su sus tu tus mi mis del của bạn'
  ).split(' '),
);

function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFD')
      .replaceAll('\u00ad', '')
      .toLowerCase()
      .match(/\{\{.*?\}\}|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words
    .map((word) => (/\p{Script=Latin}/u.test(word) ? word.replaceAll(/\p{M}/gu, '') : word))
    .filter((word) => !SMALL_WORDS.has(word));
}

function isSpaceless(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    text,
  );
}

/** Inflection changes the end of a word: most of the shorter word is the same. */
function isSameWord(one: string, other: string): boolean {
  const [a, b] = [withoutParticiple(one), withoutParticiple(other)];
  const shorter = Math.min(a.length, b.length);
  const stem = Math.min(shorter, Math.max(3, Math.ceil(shorter * 0.6)));
  return a.slice(0, stem) === b.slice(0, stem);
}

/**
 * German participles have a syllable more, often inside: gemeldet, aufgeschoben, zurückgezogen.
 * The French ones of `ouvrir` and its like have a vowel more: ouvert, ouverture.
 */
function withoutParticiple(word: string): string {
  return word.replace(/^(.{2,7})?ge(?=.{4})/, '$1').replace(/^(r?ouv)er(?=t)/, '$1r');
}
