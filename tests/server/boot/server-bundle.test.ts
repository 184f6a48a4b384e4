/** The bundle that `npm start` runs: always of the present sources, in any folder, and its stacks name them. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { ServerProgram } from '../../../scripts/supervise.ts';
import { EXIT_CODES } from '../../../server/kit/process/exit-codes.ts';
import { cloneInto } from '../../support/fresh-clone.ts';
import { serverProgram } from '../../support/servers/server-script.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';

/** Nothing listens there: the starts of these tests fail before they need a database. */
const NO_DATABASE = 'postgres://127.0.0.1:1/none';
const MESSAGES = 'server/edge/http/messages.ts';
/** The list of a bundle that was made from other sources. */
const OTHER_SOURCES = JSON.stringify({ inputs: { gone: '' }, outputs: {} });

interface Chosen {
  readonly program: ServerProgram;
  readonly isBuilt: boolean;
  readonly pid: number;
}

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

let clone = '';
/** Chooses the program of the clone as a start or a restart of `npm start` does, in a process of its own. */
function choose(name: 'currentServer' | 'presentServer' = 'currentServer'): Chosen {
  const module = pathToFileURL(path.join(clone, 'scripts/server-bundle.ts')).href;
  const script = `import { ${name} } from '${module}';
    let isBuilt = false;
    const program = ${name}(() => (isBuilt = true));
    console.log(JSON.stringify({ program, isBuilt, pid: process.pid }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Chosen;
}

/** Starts the server of the clone, which cannot find one of its files. @returns what it says. */
function failingStart({ words }: ServerProgram): string {
  const env = { NODE_ENV: 'test', DATABASE_URL: NO_DATABASE, PORT: '0', OPERATOR_PORT: '0' };
  const { stderr, status } = spawnSync(process.execPath, words, {
    cwd: clone,
    encoding: 'utf8',
    env,
  });
  expect(status).not.toBe(0);
  return stderr;
}

const folderOf = ({ words }: ServerProgram): string => path.dirname(ensure(words[0], 'a script'));

/** Edits a source of the clone. @returns what puts it back. */
function edit(file: string, from: string, to: string): () => void {
  const place = path.join(clone, file);
  const text = readFileSync(place, 'utf8');
  expect(text).toContain(from);
  writeFileSync(place, text.replace(from, to));
  return () => writeFileSync(place, text);
}

/** The bundle of this run, which its setup has made of the same sources. */
const ofRun = folderOf(serverProgram());
const inClone = (): string => path.join(clone, '.cache/server', path.basename(ofRun));

beforeAll(() => {
  clone = folders.make();
  cloneInto(clone);
  const isPart = (file: string) => !/^(?:used-by-|compiled$)/.test(path.basename(file));
  cpSync(ofRun, inClone(), { recursive: true, filter: isPart });
});

test('runs without a new build in a project that was moved', () => {
  const { program, isBuilt } = choose();
  expect(isBuilt).toBe(false);
  expect(folderOf(program)).toBe(inClone());
});

test('names the file and the line of its sources in the stack of an error', () => {
  const { program } = choose();
  rmSync(path.join(clone, 'locales/de-DE/errors.json'));
  const said = failingStart(program);
  const source = pathToFileURL(path.join(clone, MESSAGES)).href;
  const lines = readFileSync(path.join(clone, MESSAGES), 'utf8').split('\n');
  const line = 1 + lines.findIndex((text) => text.includes('readFileSync(file'));
  expect(said).toContain(`at ${source}:${line}\n`);
  expect(said).toContain(path.join(clone, 'locales/de-DE/errors.json'));
  expect(said).not.toContain('.cache');
});

test('is made again for a changed source, and found again for the earlier one', () => {
  const before = choose();
  const undo = edit(MESSAGES, "'errors.json'", "'other-errors.json'");
  const after = choose();
  expect(after.isBuilt).toBe(true);
  expect(failingStart(after.program)).toContain('other-errors.json');
  undo();
  const again = choose();
  expect(again.isBuilt).toBe(false);
  expect(again.program).toEqual(before.program);
});

test('is not run by a restart after its sources have changed, which runs the modules at once', () => {
  const before = choose();
  expect(choose('presentServer').program).toEqual(before.program);
  const undo = edit(MESSAGES, "'errors.json'", "'newer-errors.json'");
  const { program, isBuilt } = choose('presentServer');
  undo();
  expect(isBuilt).toBe(false);
  expect(program.words.at(-1)).toBe(path.join(clone, 'server/boot/main.ts'));
});

test('is chosen again by the supervisor for each restart', () => {
  const module = pathToFileURL(path.join(clone, 'scripts/supervise.ts')).href;
  const ending = (code: number) => `{ words: ['-e', 'process.exit(${code})'], env: {} }`;
  const script = `import { superviseServer } from '${module}';
    console.log(await superviseServer(${ending(EXIT_CODES.restart)}, () => (${ending(EXIT_CODES.takenOver)})));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(`${EXIT_CODES.takenOver}\n`);
  expect(stderr).toBe('Meridian ended and is restarted.\n');
});

/** Cuts a file of a bundle as a power failure does. @returns its text before. */
function cut({ program }: Chosen, name: string): string {
  const file = path.join(folderOf(program), name);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, '');
  return whole;
}

test('is not run after a power failure has cut list.json', () => {
  const before = choose();
  const whole = cut(before, 'list.json');
  const { program } = choose('presentServer');
  writeFileSync(path.join(folderOf(before.program), 'list.json'), whole);
  expect(program.words.at(-1)).toBe(path.join(clone, 'server/boot/main.ts'));
  expect(choose()).toMatchObject({ isBuilt: false, program: before.program });
});

test('is made again after a power failure has cut main.js, and removes old bundles without a user', () => {
  const chosen = choose();
  const { pid: ended } = chosen;
  const bundles = path.dirname(folderOf(chosen.program));
  const older = (name: string, ageS: number, file: string, text = '') => {
    const folder = path.join(bundles, name);
    mkdirSync(folder);
    writeFileSync(path.join(folder, file), text);
    const at = Date.now() / 1_000 - ageS;
    utimesSync(folder, at, at);
    return folder;
  };
  const kept = [
    older(`unfinished-${process.pid}`, 100, 'main.js'),
    older('used', 5_000, 'list.json', OTHER_SOURCES),
    // With the one that is made again, it is one of the last two, which are kept without a user.
    older('last', -100, 'list.json', OTHER_SOURCES),
  ];
  writeFileSync(path.join(bundles, `used/used-by-${process.pid}`), '');
  const removed = [
    // A killed build has left it.
    older(`unfinished-${ended}`, 100, 'main.js'),
    older('unused', 4_000, 'list.json', OTHER_SOURCES),
    // A power failure has cut its list.
    older('cut', 100, 'list.json'),
  ];
  writeFileSync(path.join(bundles, `unused/used-by-${ended}`), '');
  utimesSync(path.join(bundles, 'unused'), 1_000, 1_000);
  const whole = cut(chosen, 'main.js');
  expect(choose()).toMatchObject({ isBuilt: true, program: chosen.program });
  const made = readFileSync(path.join(folderOf(chosen.program), 'main.js'), 'utf8');
  // It has another digest of another script, because the project was moved after the first build.
  expect(made).toHaveLength(whole.length);
  expect(choose().isBuilt).toBe(false);
  expect(kept.filter((folder) => !existsSync(folder))).toEqual([]);
  expect(removed.filter((folder) => existsSync(folder))).toEqual([]);
});
