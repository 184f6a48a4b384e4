/** The guard of the table of area words: one word for an area on every floor. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ensure } from '../../contract/assert.ts';
import { DEFAULT_LOCALE } from '../../contract/languages.ts';
import { checkAreas, NAMESPACES } from './rules/areas.ts';
import { lines } from './support/finding.ts';
import { readTree, ROOT } from './support/tree.ts';

/** Floors whose rows nothing else would miss. */
const FLOORS_WITHOUT_COLUMN = [
  'contract/operator/schemas/',
  'server/areas/operator/handlers/',
  'server/kit/db/schema/',
  'src/console/views/',
  'streams/decode-',
];

const foldersOf = (floor: string): string[] => {
  if (floor === NAMESPACES)
    return readdirSync(join(ROOT, 'locales', DEFAULT_LOCALE)).map((file) =>
      file.replace('.json', ''),
    );
  const prefix = floor.slice(floor.lastIndexOf('/') + 1);
  const entries = readdirSync(join(ROOT, dirname(`${floor}.`)), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return (folders.length > 0 ? folders : entries)
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length).replace(/\.ts$/, ''));
};

test('every area has the folders that the glossary names, and no folder lacks a row', () => {
  const glossary = readTree().find(({ path }) => path === 'docs/GLOSSARY.md');

  const found = checkAreas(ensure(glossary, 'the glossary'), foldersOf, FLOORS_WITHOUT_COLUMN);
  expect(lines(found)).toEqual([]);
});

describe('a planted fault is found', () => {
  const table = (rows: string, shared = '') => ({
    path: 'docs/GLOSSARY.md',
    text: `# Areas\n\n| area | owns | \`server/areas/\` | namespaces |\n|---|---|---|---|\n${rows}\n\n| floor | folders that are no area |\n|---|---|\n${shared}\n`,
  });
  const folders = (floor: string) => (floor === NAMESPACES ? ['trade'] : ['spot']);

  test('a folder that is gone, and one without a row', () => {
    const found = checkAreas(table('| fiat | ads | `fiat` | `trade` |'), folders);

    expect(lines(found)).toEqual([
      'docs/GLOSSARY.md:5 server/areas/ has no "fiat"',
      'docs/GLOSSARY.md:3 "spot" of server/areas/ is neither an area of the table nor named as no area',
    ]);
  });

  test('an area under another word', () => {
    const found = checkAreas(table('| trading | orders | `spot` | `trade` |'), folders);

    expect(lines(found)).toEqual([
      expect.stringContaining('no "spot (another word for trading)"'),
      expect.stringContaining('"spot" of server/areas/ is neither'),
    ]);
  });

  test('a namespace without a row', () => {
    const found = checkAreas(table('| spot | orders | `spot` | – |'), folders);

    expect(lines(found)).toEqual([expect.stringContaining('"trade" of namespaces is neither')]);
  });

  test('a folder that is named as no area is legal', () => {
    const shared = '| `server/areas/` | `spot` |\n| namespaces | `trade` |';

    expect(checkAreas(table('| fiat | ads | – | – |', shared), folders)).toEqual([]);
  });

  test('a word of the console that is no area', () => {
    const shared = '| `src/console/views/` | `parts` |\n| `server/areas/` | `spot` |';
    const rows = '| spot | orders | – | `trade` |';
    const names = (floor: string) =>
      floor === 'src/console/views/' ? ['parts', 'spot', 'spot-terms', 'reviews'] : folders(floor);

    expect(lines(checkAreas(table(rows, shared), names))).toEqual([
      'docs/GLOSSARY.md:9 "reviews" of src/console/views/ is no word of an area',
    ]);
  });

  test('a file of a floor of files that begins with no word of an area', () => {
    const shared = '| `streams/decode-` | `frame` |\n| `server/areas/` | `spot` |';
    const rows = '| spot | orders | – | `trade` |';
    const names = (floor: string) =>
      floor === 'streams/decode-' ? ['frame', 'spot', 'spot-depth', 'spots'] : folders(floor);

    expect(lines(checkAreas(table(rows, shared), names))).toEqual([
      'docs/GLOSSARY.md:9 "spots" of streams/decode- is no word of an area',
    ]);
  });

  test('a floor whose row is gone', () => {
    const { path, text } = table('| spot | orders | `spot` | `trade` |', '| `streams/` | `spot` |');
    const found = (kept: string) =>
      lines(checkAreas({ path, text: kept }, folders, ['streams/', 'server/areas/']));

    expect(found(text)).toEqual([]);
    expect(found(text.replace('| `streams/` | `spot` |', ''))).toEqual([
      'docs/GLOSSARY.md:1 streams/ has neither a column nor a row',
    ]);
  });

  test('a glossary without the table', () => {
    expect(checkAreas({ path: 'docs/GLOSSARY.md', text: '# Areas\n' }, folders)).toHaveLength(1);
  });
});
