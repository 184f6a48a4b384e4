/** `npm test -- <area>` runs the tests of an area without a server and with one, and refuses a word that is no area. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** Runs it as npm does, which adds the commands of packages to the path. */
const testArea = (area: string) =>
  run(process.execPath, ['scripts/test.ts', area], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [path.join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter),
    },
  });

test('the files of an area are run, with a server and without one', async () => {
  const { stdout } = await testArea('content');
  const output = stripVTControlCharacters(stdout);
  for (const file of [
    'unit/content/content-search',
    'server/content/news-seed',
    'server/content/news',
  ])
    expect(output).toMatch(new RegExp(`✓ .* tests/${file}\\.test\\.ts`));
  expect(output).toMatch(/Test Files +3 passed \(3\)/);
});

test('a word that is no area is refused, with the areas', async () => {
  await expect(testArea('contents')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/No area is called contents\. There are: .*content, custody/),
  });
});
