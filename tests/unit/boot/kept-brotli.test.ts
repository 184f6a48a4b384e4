/** The compressed files of a build: earlier results are used again, unless they are damaged or old. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { brotliOf, removeUnused } from '../../../scripts/kept-brotli.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

const TEXT = Buffer.from('a text of the app, '.repeat(200));
const DAY_MS = 24 * 3_600_000;

/** A folder with the result of `TEXT`, and the path of that result. */
function folderWithResult() {
  const folder = folders.make();
  const result = brotliOf(TEXT, folder);
  const [name] = readdirSync(folder);
  return { folder, result, file: path.join(folder, ensure(name, 'a result')) };
}

test('a text is compressed once, and its result is used by the next build', () => {
  const { folder, file } = folderWithResult();
  const marked = brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
  writeFileSync(file, marked);
  expect(brotliOf(TEXT, folder)).toEqual(marked);
});

test.each([
  ['no compressed data', Buffer.from('damaged')],
  ['the data of another text', brotliCompressSync('another text')],
])('a kept result that is %s is replaced', (_name, damaged) => {
  const { folder, file, result } = folderWithResult();
  writeFileSync(file, damaged);
  expect(brotliOf(TEXT, folder)).toEqual(result);
  expect(brotliDecompressSync(result)).toEqual(TEXT);
});

test('a folder that cannot be written changes nothing', () => {
  const file = path.join(folders.make(), 'file');
  writeFileSync(file, '');
  expect(brotliDecompressSync(brotliOf(TEXT, path.join(file, 'below')))).toEqual(TEXT);
  expect(() => removeUnused(path.join(file, 'below'))).not.toThrow();
});

test('results are removed a week after their last use', () => {
  const { folder, file } = folderWithResult();
  const now = Date.now();
  const old = new Date(now - 8 * DAY_MS);
  utimesSync(file, old, old);
  brotliOf(TEXT, folder);
  removeUnused(folder, now);
  expect(readdirSync(folder)).toHaveLength(1);
  utimesSync(file, old, old);
  removeUnused(folder, now);
  expect(readdirSync(folder)).toEqual([]);
});
