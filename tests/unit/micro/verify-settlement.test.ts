/** `npm run verify:settlement`: its exit code and words, without an exchange. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rewritten, settled, settlementCase } from '../../support/micro/settlement-case.ts';
import { QUICK_NODE } from '../../support/quick-node.ts';

const ROOT = new URL('../../..', import.meta.url);

const file = await settlementCase();
/** The exchange shows another price of a source for the last minute, and signs it. */
const second = settled(
  rewritten(file, 2, (lines) =>
    lines.map((line, place) => (place === 60 ? line.replace(/2:\d+/, '2:100001') : line)),
  ),
);
const lost = { ...file, result: file.result && { ...file.result, outcome: 'lost', payout: '0' } };
const early = { ...file, minutes: file.minutes.slice(0, 2) };
const FILES = { file, second, lost, early, none: { format: 'meridian-settlement/3' } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settlement-'));
  const write = ([name, content]: [string, unknown]) =>
    writeFile(join(folder, name), JSON.stringify(content));
  await Promise.all(Object.entries(FILES).map(write));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(...names: readonly (keyof typeof FILES)[]) {
  const paths = names.map((name) => join(folder, name));
  const script = spawn(process.execPath, ['scripts/verify-settlement.ts', ...paths], {
    cwd: ROOT,
    env: { ...process.env, ...QUICK_NODE },
  });
  const [output, errors, [code]] = await Promise.all([
    text(script.stdout),
    text(script.stderr),
    once(script, 'close') as Promise<[number]>,
  ]);
  return { code, output, errors };
}

test('an honest file is right, and the result of the booked one is computed again', async () => {
  const { code, output } = await check('file', 'file');

  expect(output.match(/ right$/gm)).toHaveLength(10);
  expect(output).toContain('25 USDT on up, 60 s of BTC/USDT');
  expect(output).toContain('mean 100016.5, payout 46.25');
  expect(code).toBe(0);
});

test('a changed outcome is wrong', async () => {
  const { code, output } = await check('lost');

  expect(output).toMatch(/^outcome +WRONG the exchange booked something else$/m);
  expect(code).toBe(1);
});

test('a second history is wrong next to a file that was saved before', async () => {
  const { code, output } = await check('second', 'file');

  expect(output).toMatch(/^history +WRONG another minute was seen elsewhere/m);
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
