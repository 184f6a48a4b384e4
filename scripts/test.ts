/**
 * `npm test`: runs all tests. `npm test -- fiat`: the short tests of an area, in less than a
 * minute. Exit code 1: a test has failed; 2: unknown area.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runStep, runSteps } from './run-step.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PROJECTS = ['server', 'browser', 'crash', 'alone'].flatMap((name) => ['--project', name]);
const FOLDERS = ['tests/unit', 'tests/properties', 'tests/server'];
/** A folder whose files begin with the word of their area. */
const NAMED_BY_AREA = 'tests/machines';
/** Time budget of an area: seconds of all its files in one worker; four workers share them. */
const AREA_S_MAX = 75;
/** Seconds of a file in addition to its tests: a process, a database, a server. */
const BEGIN_S = 3;

const SECONDS = JSON.parse(
  readFileSync(path.join(ROOT, 'tests/durations.json'), 'utf8'),
) as Readonly<Record<string, number>>;

const foldersOf = (area: string): readonly string[] =>
  FOLDERS.map((folder) => `${folder}/${area}`).filter((folder) =>
    existsSync(path.join(ROOT, folder)),
  );

/** A unit test takes next to nothing, and only a test of the server waits for one. */
function secondsOf(file: string): number {
  if (file.startsWith('tests/unit/')) return 0;
  return (SECONDS[file] ?? 0) + (file.startsWith('tests/server/') ? BEGIN_S : 0);
}

/**
 * Returns the tests of the areas that fit the budget, the shortest first, and the number of others.
 */
function shortTestsOf(areas: readonly string[]) {
  const files = areas
    .flatMap((area) => [
      ...foldersOf(area).map((folder) => `${folder}/**/*.test.{ts,tsx}`),
      `${NAMED_BY_AREA}/${area}{.test,.prop.test,-*.test}.ts`,
    ])
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !file.endsWith('-crash.test.ts'))
    .toSorted((one, other) => secondsOf(one) - secondsOf(other));
  let totalS = 0;
  const chosen = files.filter((file) => (totalS += secondsOf(file)) <= AREA_S_MAX);
  return { chosen, left: files.slice(chosen.length) };
}

const areas = process.argv.slice(2);
const unknown = areas.filter((area) => foldersOf(area).length === 0);
if (unknown.length > 0) {
  const known = new Set(FOLDERS.flatMap((folder) => globSync(`${folder}/*/`, { cwd: ROOT })));
  const names = [...new Set([...known].map((folder) => path.basename(folder)))].toSorted();
  console.error(`No area is called ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  process.exit(2);
}
if (areas.length > 0) {
  const { chosen, left } = shortTestsOf(areas);
  const words = ['run', '--project', 'unit', '--project', 'server', ...chosen];
  const isGood = await runSteps([{ command: 'vitest', words }]);
  if (left.length > 0) console.log(`Longer ones that were left out:\n  ${left.join('\n  ')}`);
  process.exit(isGood ? 0 : 1);
}
// At the same time, because each of them waits for one thread at times.
const done = await Promise.all([
  runStep({ command: 'npm', words: ['run', 'verify'] }),
  runStep({ command: 'npm', words: ['run', 'build'] }, true),
]);
const isGood =
  done.every(Boolean) && (await runStep({ command: 'vitest', words: ['run', ...PROJECTS] }));
process.exit(isGood ? 0 : 1);
