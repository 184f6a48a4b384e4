/** The matching engine with one planted fault in its source, to check that the tests notice it. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MatchingEngine } from '../../../server/engine/engine-types.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const SOURCES = ['server/engine', 'contract/assert.ts'];

interface Fault {
  /** File in `server/engine`. */
  readonly file: string;
  /** Text that occurs in the file exactly once, and its replacement. */
  readonly from: string;
  readonly to: string;
}

/** Loads a copy of the engine from `folder` with the fault in it. */
export async function loadMutated(fault: Fault, folder: string): Promise<() => MatchingEngine> {
  for (const source of SOURCES)
    cpSync(path.join(ROOT, source), path.join(folder, source), {
      recursive: true,
      // Leaves out the compiler settings, which name files that are not copied.
      filter: (copied) => !copied.endsWith('.json'),
    });
  const file = path.join(folder, 'server/engine', fault.file);
  const parts = readFileSync(file, 'utf8').split(fault.from);
  if (parts.length !== 2)
    throw new Error(`${fault.file} has "${fault.from}" ${parts.length - 1} times; adapt the fault`);
  writeFileSync(file, parts.join(fault.to));
  const url = pathToFileURL(path.join(folder, 'server/engine/matching-engine.ts')).href;
  const module = (await import(/* @vite-ignore */ url)) as {
    readonly createMatchingEngine: () => MatchingEngine;
  };
  return module.createMatchingEngine;
}
