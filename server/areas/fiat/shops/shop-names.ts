/**
 * Names of shops: the valid ones, and their similarity (after UTS 39, Unicode Security Mechanisms). A
 * name uses one writing system, has no invisible character, and does not look like the name of another
 * shop.
 */
import { LIMITS } from '../../../../contract/limits.ts';
import { LOOK_ALIKES } from './shop-look-alikes.ts';

export interface ShopName {
  /** The name as it is shown. */
  readonly text: string;
  /** The same key for all names that look alike. */
  readonly key: string;
}

const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
/** Includes joiners, selectors and fillers, which count as letters or marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\u3164\uFFA0]/u;
/** More marks on one letter than any writing system needs. */
const PILED_MARKS = /\p{M}{4,}/u;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;
const SIGNS_MIN = 2;

/** Scripts that are used together; a name is valid if one entry has all its letters. */
const SCRIPTS = [
  ['Latin'],
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Thai'],
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
  ].map((script) => [script]),
  ...['Gujarati', 'Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar'].map(
    (script) => [script],
  ),
  ...['Sinhala', 'Tamil', 'Telugu', 'Tibetan'].map((script) => [script]),
].map(
  (scripts) =>
    new RegExp(
      `^[${[...scripts, 'Common', 'Inherited'].map((name) => `\\p{scx=${name}}`).join('')}]*$`,
      'u',
    ),
);

/**
 * Accents that combine with letters of several scripts; vowel signs of Thai and other scripts are
 * letters of theirs.
 */
const ACCENTS = /[\u0300-\u036F]/g;
const NOT_A_SIGN = /[^\p{L}\p{M}\p{N}]/gu;

/** Returns null for an invalid name. */
export function readShopName(written: string): ShopName | null {
  const text = written.normalize('NFKC').replace(/ +/g, ' ').trim();
  if (text.length < LIMITS.shop_name_length_min || text.length > LIMITS.shop_name_length_max)
    return null;
  const signs = text.match(LETTERS_AND_DIGITS)?.length ?? 0;
  const isPlain = SHOWN.test(text) && !INVISIBLE.test(text) && !PILED_MARKS.test(text);
  if (!isPlain || signs < SIGNS_MIN || !SCRIPTS.some((script) => script.test(text))) return null;
  return { text, key: keyOf(text) };
}

/** Ignores accents, case, spaces, punctuation and symbols, and unifies letters and digits that look alike. */
function keyOf(text: string): string {
  const bare = text.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  const latin = Array.from(bare, (sign) => LOOK_ALIKES.get(sign) ?? sign).join('');
  return (
    Array.from(latin.toLowerCase(), (sign) => LOOK_ALIKES.get(sign) ?? sign)
      .join('')
      .replace(NOT_A_SIGN, '')
      // The two letters look like one in most typefaces.
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
  );
}
