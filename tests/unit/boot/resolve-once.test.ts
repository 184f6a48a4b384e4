/** The list of found modules: it is used by later processes, and never by another installation. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { RESOLVE_ONCE } from '../../../scripts/quick-node.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

let root = '';
beforeEach(() => {
  root = folders.make();
  cpSync(
    path.join(import.meta.dirname, '../../../scripts/resolve-once.ts'),
    path.join(root, 'scripts/resolve-once.ts'),
  );
  mkdirSync(path.join(root, 'node_modules/pairs'), { recursive: true });
  for (const name of ['first', 'second'])
    writeFileSync(path.join(root, `node_modules/pairs/${name}.mjs`), `console.log('${name}');`);
  writeFileSync(path.join(root, 'main.mjs'), `import 'pairs';`);
  mainOf('first');
});

/** Names the script that an import of the package finds. */
function mainOf(name: 'first' | 'second'): void {
  const exported = { import: `./${name}.mjs` };
  writeFileSync(
    path.join(root, 'node_modules/pairs/package.json'),
    JSON.stringify({ name: 'pairs', exports: { wanted: './second.mjs', ...exported } }),
  );
}

/** Leaves the mark of an installation at that second. */
function install(second: number): void {
  const mark = path.join(root, 'node_modules/.package-lock.json');
  writeFileSync(mark, '{}');
  utimesSync(mark, second, second);
}

function run(...options: readonly string[]): string {
  const own = RESOLVE_ONCE.map((word) =>
    word.startsWith('file:') ? path.join(root, 'scripts/resolve-once.ts') : word,
  );
  const main = path.join(root, 'main.mjs');
  return execFileSync(process.execPath, [...options, ...own, main], { encoding: 'utf8' }).trim();
}

test('a later process uses the list, until the next installation', () => {
  install(1_000);
  expect(run()).toBe('first');
  mainOf('second');
  expect(run()).toBe('first');
  install(2_000);
  expect(run()).toBe('second');
});

test('other conditions of an import have other entries', () => {
  install(1_000);
  expect(run()).toBe('first');
  expect(run('--conditions=wanted')).toBe('second');
  expect(run()).toBe('first');
});

test('there is no list without the mark of an installation', () => {
  expect(run()).toBe('first');
  mainOf('second');
  expect(run()).toBe('second');
});

test('a list that is cut off is not used', () => {
  install(1_000);
  run();
  const lists = path.join(root, '.cache/resolved');
  for (const name of readdirSync(lists)) writeFileSync(path.join(lists, name), '{"import');
  mainOf('second');
  expect(run()).toBe('second');
});

test('a folder that cannot be written changes nothing else', () => {
  install(1_000);
  rmSync(path.join(root, '.cache'), { recursive: true, force: true });
  writeFileSync(path.join(root, '.cache'), 'a file in its place');
  expect(run()).toBe('first');
});
