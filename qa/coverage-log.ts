/**
 * Coverage of machines by runs of paths, as lines in a folder. Tests write one line per run if the
 * environment variable `QA_COVERAGE` names a folder; the coverage report adds them up.
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
  /** Refused attempts, see {@link refusalId}. */
  readonly refusals: readonly string[];
  /** Events that cannot be tried on this target, because it has no call for them. */
  readonly withoutCall?: readonly string[];
}

/** Id of one event in one kind of situation. */
export const refusalId = (situation: string, label: string): string => `${situation}: ${label}`;

/** Does nothing unless a folder is named. */
export function logCoverage(entry: CoverageEntry): void {
  const folder = process.env['QA_COVERAGE'];
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  // One file per process, so that lines of two processes never mix.
  const file = join(folder, `${entry.target}-${process.pid}.jsonl`);
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Returns every entry of the folder; none if there is no folder. */
export function readCoverageLog(folder: string): CoverageEntry[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CoverageEntry);
}
