/**
 * The order of test files: long ones of a project start first, so that none runs alone at the end. Files that
 * borrow a server precede them, so that no server is idle for most of a run.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { placeOf } from './servers/borrowers.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Seconds by file, as written by `scripts/test-durations.ts`; an unknown file may take any time. */
const SECONDS = JSON.parse(
  readFileSync(path.join(ROOT, 'tests/durations.json'), 'utf8'),
) as Readonly<Record<string, number>>;

const secondsOf = ({ moduleId }: TestSpecification): number =>
  SECONDS[path.relative(ROOT, moduleId).replaceAll(path.sep, '/')] ?? Infinity;

/** Both durations may be infinite, whose difference is NaN. */
const byLength = (one: TestSpecification, other: TestSpecification): number =>
  secondsOf(one) === secondsOf(other) ? 0 : secondsOf(other) - secondsOf(one);

const byPlaceAndLength = (one: TestSpecification, other: TestSpecification): number =>
  placeOf(one.moduleId) - placeOf(other.moduleId) || byLength(one, other);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The order is by project, then by place and length. No list is changed by it.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted(byPlaceAndLength),
    );
  }
}
