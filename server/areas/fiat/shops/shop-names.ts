/**
 * Names of shops: what may be one, and when two look alike (after UTS 39, Unicode Security Mechanisms). A
 * name is one writing system's, nothing in it is invisible, and no other shop has one that a reader
 * would take for it.
 */
import { LIMITS } from '../../../../contract/limits.ts';
import { LOOK_ALIKES } from './shop-look-alikes.ts';

export interface ShopName {
  /** As it is shown. */
  readonly text: string;
  /** The same for all names that look like it. */
  readonly key: string;
}

const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
/** Includes joiners, selectors and fillers, which count as letters or marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\u3164\uFFA0]/u;
/** More than any writing system needs on one letter. */
const PILED_MARKS = /\p{M}{4,}/u;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;
const SIGNS_MIN = 2;

/** Of scripts that belong together; the first that has all letters of a name is enough. */
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

/** Accents that sit on letters of several scripts; vowel signs of Thai and others are letters of theirs. */
const ACCENTS = /[\u0300-\u036F]/g;
const NOT_A_SIGN = /[^\p{L}\p{M}\p{N}]/gu;

/** Null for what may not be the name of a shop. */
export function readShopName(written: string): ShopName | null {
  const text = written.normalize('NFKC').replace(/ +/g, ' ').trim();
  if (text.length < LIMITS.shop_name_length_min || text.length > LIMITS.shop_name_length_max)
    return null;
  const signs = text.match(LETTERS_AND_DIGITS)?.length ?? 0;
  const isPlain = SHOWN.test(text) && !INVISIBLE.test(text) && !PILED_MARKS.test(text);
  if (!isPlain || signs < SIGNS_MIN || !SCRIPTS.some((script) => script.test(text))) return null;
  return { text, key: keyOf(text) };
}

/** Accents, case, spaces and signs make no difference, nor do letters that look like others. */
function keyOf(text: string): string {
  const bare = text.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  const latin = Array.from(bare, (sign) => LOOK_ALIKES.get(sign) ?? sign).join('');
  return (
    Array.from(latin.toLowerCase(), (sign) => LOOK_ALIKES.get(sign) ?? sign)
      .join('')
      .replace(NOT_A_SIGN, '')
      // Of two letters one: as they run together in most typefaces.
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
  );
}
