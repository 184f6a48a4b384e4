/** The generated pages: current, complete, and drawn in full. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWords } from '../../qa/docs/contract-pages.ts';
import { machinePage } from '../../qa/docs/machine-page.ts';
import { DOCS_FOLDER, generatePages } from '../../qa/docs/pages.ts';
import { MODELS } from '../../qa/models/registry.ts';
import { kettleModel } from './fixtures/kettle.model.ts';

const ROOT = join(import.meta.dirname, '../..');
const pages = await generatePages(ROOT, MODELS);

test.each([...pages])(
  'docs/%s matches the code (else run npm run qa -- docs)',
  async (path, content) => {
    expect(await readFile(join(ROOT, DOCS_FOLDER, path), 'utf8')).toBe(content);
  },
);

test('no generated page is left over from a deleted source', async () => {
  const entries = await readdir(join(ROOT, DOCS_FOLDER, 'generated'), { recursive: true });
  const files = entries.filter((path) => /\.\w+$/.test(path)).map((path) => `generated/${path}`);

  expect(files.toSorted()).toEqual(
    [...pages.keys()].filter((path) => path.startsWith('generated/')).toSorted(),
  );
});

test('a machine page draws nesting, delays, actors and eventless edges, and lists the roles that may act', async () => {
  await expect(machinePage(kettleModel)).toMatchFileSnapshot('fixtures/kettle.page.md');
});

test.each([
  ['access_token_valid_ms', 900_000, '15 min'],
  ['refresh_token_idle_ms', 604_800_000, '7 d'],
  ['socket_heartbeat_ms', 1_500, ''],
  ['body_bytes_max', 65_536, '64 KiB'],
  ['popular_pairs', 3, ''],
])('%s of %d reads "%s"', (name, value, words) => {
  expect(inWords(name, value)).toBe(words);
});
