/** `npm run verify:settlement`: its exit code and words, without an exchange. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerifySettlement } from '../../support/micro/run-verify-scripts.ts';
import { tamperedFiles } from '../../support/micro/tampered-files.ts';

const { file, changes } = await tamperedFiles();
const early = { ...file, minutes: file.minutes.slice(0, 2) };
const tampered = Object.fromEntries(changes.map(([what, content]) => [what, content]));
const FILES = { file, early, none: { format: 'meridian-settlement/3' }, ...tampered };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settlement-'));
  const write = ([name, content]: [string, unknown]) =>
    writeFile(join(folder, name), JSON.stringify(content));
  await Promise.all(Object.entries(FILES).map(write));
});
afterAll(() => rm(folder, { recursive: true }));

const check = (...names: readonly string[]) =>
  runVerifySettlement(names.map((name) => join(folder, name)));

test('an honest file is right, and the result of the booked one is computed again', async () => {
  const { code, output } = await check('file', 'file');

  expect(output.match(/ right$/gm)).toHaveLength(10);
  expect(output).toContain('25 USDT on up, 60 s of BTC/USDT');
  expect(output).toContain('mean 100016.5, payout 46.25');
  expect(code).toBe(0);
});

test.each(changes)('%s is wrong next to a file that was saved before', async (what, _, name) => {
  const { code, output } = await check(what, 'file');

  expect(output).toMatch(new RegExp(`^${name} +WRONG `, 'm'));
  expect(code).toBe(1);
});

test('a minute that is not signed yet leaves checks open', async () => {
  const { code, output } = await check('early');

  expect(output).toMatch(/^payout +open +a minute is not in the file.+12:02:00\.000Z\)$/m);
  expect(code).toBe(2);
});

test('another file is refused', async () => {
  expect(await check('none')).toMatchObject({ code: 2, output: '' });
});
