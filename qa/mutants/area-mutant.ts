/** Faults of one area: a text of a source file, its replacement, and the test file that must notice it. */
import type { Area, Check, SourceMutant } from './mutant.ts';

/**
 * The fault is planted by replacing `from`, which occurs exactly once in the file, with `to`. `tests` is part
 * of the names of the tests that are run; all tests of the file without it.
 */
type Fault = readonly [name: string, fault: string, from: string, to: string, tests?: string];

const PROJECTS: readonly (readonly [folder: string, project: Check['project']])[] = [
  ['tests/server/', 'server'],
  ['tests/unit/', 'unit'],
];

/**
 * Returns the faults of `file`, each named after its area.
 * @throws Error unless `test` belongs to the unit or server tests.
 */
export function faultsIn(
  area: Area,
  file: string,
  test: string,
  faults: readonly Fault[],
): readonly SourceMutant[] {
  const project = PROJECTS.find(([folder]) => test.startsWith(folder))?.[1];
  if (project === undefined) throw new Error(`${test} is no unit or server test`);
  return faults.map(([name, fault, from, to, tests]) => ({
    place: area,
    name: `${area}-${name}`,
    fault,
    file,
    edits: [[from, to]],
    check: { project, file: test, ...(tests !== undefined && { tests }) },
  }));
}
