/** Labels fit their places on a screen of 360 px, in every language. */
import { Visitor, type ESTree } from 'vite';
import { LOCALES } from '../../../contract/languages.ts';
import type { SourceFile } from '../support/source-file.ts';
import { fits, usesIn } from '../support/text-uses.ts';
import { findingsIn, type WordingFinding } from '../support/wording-finding.ts';
import { sourceTexts, textsIn, type WordingTexts } from '../support/wording-texts.ts';

interface LabelPlace {
  readonly what: string;
  /** `namespace:key`, with `*` for any part. */
  readonly keys: readonly string[];
  /** In Latin letters, of each line. */
  readonly widthMax: number;
  /** Lines that break at spaces; one without it. */
  readonly linesMax?: 2;
}

/** Places that share a row; buttons of the full width are found in the code. */
const NARROW_PLACES: readonly LabelPlace[] = [
  { what: 'tab', keys: ['common:tabs.*'], widthMax: 10 },
  { what: 'tile', keys: ['home:tiles.*'], widthMax: 13, linesMax: 2 },
  { what: 'tile', keys: ['wallet:actions.*'], widthMax: 13 },
  { what: 'button of half the width', keys: ['spot:side.*', 'fiat:side.*'], widthMax: 14 },
];
/** Names of groups for assistive technology, and the messages of two tiles: no label shows them. */
const NOT_SHOWN = new Set([
  'common:tabs.label',
  'home:tiles.label',
  'home:tiles.noDownload',
  'home:tiles.noService',
  'wallet:actions.label',
]);
const BUTTON_WIDTH_MAX = 24;

/** Labels that are wider than their place. */
export function checkWidths(texts: WordingTexts, views: readonly SourceFile[]): WordingFinding[] {
  const narrow = NARROW_PLACES.flatMap(({ keys }) => keys);
  const onButtons = buttonKeys(views).filter((key) => !narrow.includes(key));
  const places: readonly LabelPlace[] = [
    ...NARROW_PLACES,
    { what: 'button', keys: onButtons, widthMax: BUTTON_WIDTH_MAX },
  ];
  const placeOf = new Map(
    [...sourceTexts(texts).keys()]
      .filter((key) => !NOT_SHOWN.has(key))
      .map((key) => [key, places.find(({ keys }) => keys.some((known) => fits(key, known)))]),
  );
  return LOCALES.flatMap((locale) =>
    findingsIn('width', locale, textsIn(texts, locale), (text, key) => {
      const place = placeOf.get(key) ?? placeOf.get(key.replace(/_[a-z]+$/, '_other'));
      if (place === undefined) return [];
      const width = place.linesMax === 2 ? widthInTwoLines(text) : widthOf(text);
      if (width <= place.widthMax) return [];
      return [
        {
          name: place.what,
          message: `the ${place.what} has room for ${place.widthMax} letters, and this needs ${Math.ceil(width)}`,
        },
      ];
    }),
  );
}

/** Keys, or patterns of keys, of the texts inside a button or a link that looks like one. */
export function buttonKeys(views: readonly SourceFile[]): string[] {
  const keys = views.flatMap((view) => {
    const uses = usesIn(view.path, view.code);
    return buttonSpans(view.program).flatMap(({ start, end }) =>
      uses
        .filter(({ at }) => start <= at && at < end)
        .map(({ namespace, key }) => `${namespace}:${key}`),
    );
  });
  return [...new Set(keys)];
}

/** From the end of the opening tag to the closing tag. */
function buttonSpans(program: ESTree.Program): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  new Visitor({
    JSXElement({ openingElement, closingElement }) {
      const { name } = openingElement;
      if (closingElement === null || name.type !== 'JSXIdentifier') return;
      if (/^(?:Button|ConnectedButton)$/.test(name.name))
        spans.push({ start: openingElement.end, end: closingElement.start });
    },
  }).visit(program);
  return spans;
}

/** Width of the wider line, if the text breaks at the best of its spaces. */
function widthInTwoLines(text: string): number {
  const words = text.split(' ');
  const widths = words.map((_, at) =>
    Math.max(widthOf(words.slice(0, at).join(' ')), widthOf(words.slice(at).join(' '))),
  );
  return Math.min(...widths);
}

/** In Latin letters: a Han, kana or Hangul letter is 1.85 of them, and Thai marks have no width. */
export function widthOf(text: string): number {
  const shown = text.replaceAll(/\{\{.*?\}\}/g, '0000');
  // A word breaks at its soft hyphens.
  const lines = shown.split('\u00AD');
  return Math.max(
    ...lines.map((line) => [...line].reduce((sum, letter) => sum + letterWidth(letter), 0)),
  );
}

function letterWidth(letter: string): number {
  if (/\p{M}/u.test(letter)) return 0;
  const isWide =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
  return isWide.test(letter) ? 1.85 : 1;
}
