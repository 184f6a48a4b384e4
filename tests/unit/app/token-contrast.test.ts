/** The colors of both themes keep the contrast that WCAG 2.2 AA requires. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ensure } from '../../../contract/assert.ts';

const css = readFileSync('src/ui/styles/tokens.css', 'utf8');

/** Hex colors of one theme. */
function tokensOf(theme: 'dark' | 'light'): ReadonlyMap<string, string> {
  const block = ensure(
    new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1],
    `the block of the ${theme} theme`,
  );
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  );
}

/** Relative luminance by the definition of WCAG. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'raised', 'tint', 'sunken'];
const TEXTS = ['ink', 'muted', 'faint', 'accent', 'up', 'down', 'warn'];
/** Text colors and their grounds, in addition to the common ones. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['canvas', 'up'],
  ['canvas', 'down'],
  ['up', 'up-soft'],
  ['down', 'down-soft'],
  ['warn', 'warn-soft'],
  ...['ink', 'muted', 'faint', 'accent'].flatMap((text) =>
    ['accent-soft', 'up-soft', 'down-soft', 'warn-soft'].map((ground) => [text, ground] as const),
  ),
];
const tried = new Set([
  ...PAIRS.map(String),
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => String([text, ground]))),
]);

/** Pairs of text and ground that one element of the app names, with its place. */
function usedPairs(): readonly { readonly pair: string; readonly file: string }[] {
  const name = [...tokensOf('dark').keys()].toSorted((a, b) => b.length - a.length).join('|');
  const named = (kind: string, classes: string) =>
    [...classes.matchAll(new RegExp(`(?<![\\w:-])${kind}-(${name})(?![\\w/-])`, 'g'))].map(
      ([, token = '']) => token,
    );
  return globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].flatMap(([classes]) =>
      named('bg', classes).flatMap((ground) =>
        named('text', classes).map((text) => ({ pair: String([text, ground]), file })),
      ),
    ),
  );
}

it('is checked for every text and background that share an element', () => {
  const used = usedPairs();
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter(({ pair }) => !tried.has(pair))).toEqual([]);
});

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const ratio = (a: string, b: string) =>
    contrast(ensure(tokens.get(a), `--${a}`), ensure(tokens.get(b), `--${b}`));

  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    'can be read: %s on %s',
    (text, ground) => expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5),
  );

  it.each(PAIRS)('can be read: %s on %s', (text, ground) =>
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5),
  );

  it.each(['surface', 'canvas'])('shows a tinted badge on %s', (ground) =>
    expect(ratio('tint', ground)).toBeGreaterThanOrEqual(1.1),
  );

  it.each(GROUNDS)('shows the edge of a control on %s', (ground) =>
    expect(ratio('edge', ground)).toBeGreaterThanOrEqual(3),
  );
});
