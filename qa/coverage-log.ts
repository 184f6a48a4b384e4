/**
 * What runs of paths covered of machines, as lines in a folder: tests write one a run when the
 * environment names a folder in `QA_COVERAGE`, the coverage report adds them up.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** machine: the machine itself. http: a real server. page: the screens of the app in a browser. */
export const COVERAGE_TARGETS = ['machine', 'http', 'page'] as const;
export type CoverageTarget = (typeof COVERAGE_TARGETS)[number];

export interface CoverageEntry {
  readonly target: CoverageTarget;
  /** Name of the model. */
  readonly model: string;
  readonly path: string;
  /** Paths of states that were active at any moment. */
  readonly states: readonly string[];
  /** Ids of the transitions that were taken. */
  readonly transitions: readonly string[];
  /** What was tried and refused, see {@link refusalId}. */
  readonly refusals: readonly string[];
  /** Events that cannot be tried there, because the target has no call for them. */
  readonly withoutCall?: readonly string[];
}

/** One event in one kind of situation. */
export const refusalId = (situation: string, label: string): string => `${situation}: ${label}`;

/** Does nothing unless a folder is named. */
export function logCoverage(entry: CoverageEntry): void {
  const folder = process.env['QA_COVERAGE'];
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  // One file a process: lines of two never mix.
  const file = join(folder, `${entry.target}-${process.pid}.jsonl`);
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Every entry of the folder; none where there is no such folder. */
export function readCoverageLog(folder: string): CoverageEntry[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CoverageEntry);
}
