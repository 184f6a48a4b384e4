/** Folders for one test file, in memory if the run of tests has room for them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from '../../scripts/is-alive.ts';
import { SHARED_MEMORY, sharedMemoryBytes } from './shared-memory.ts';

/** The parent folder in this run; child processes inherit it. Empty or absent: on the disk. */
const VARIABLE = 'MERIDIAN_TEST_FOLDER';
/** For tests about the behavior of a disk. */
export const ON_DISK: Readonly<Record<string, string>> = { [VARIABLE]: '' };

/** Many times the size of all databases of a run at one time. */
const ROOM_BYTES_MIN = 6 * 2 ** 30;
const RUN = 'meridian-tests-';

/**
 * Makes that folder, unless this run has one or memory is short. Each database makes thousands of small
 * files, which take half of a run on some file systems and no time in memory.
 */
export function openMemoryFolder(): void {
  if (process.env[VARIABLE] !== undefined || sharedMemoryBytes() < ROOM_BYTES_MIN) return;
  // The folder of a killed run is still there.
  for (const name of readdirSync(SHARED_MEMORY))
    if (name.startsWith(RUN) && !isAlive(Number(name.slice(RUN.length))))
      rmSync(path.join(SHARED_MEMORY, name), { recursive: true, force: true });
  const folder = path.join(SHARED_MEMORY, `${RUN}${process.pid}`);
  mkdirSync(folder, { mode: 0o711 });
  process.env[VARIABLE] = folder;
  madeInMemory = folder;
}
/** The folder that this process has made. */
let madeInMemory: string | undefined;

/** Removes the folder that this process has made: a run that another run starts uses the folder of that run. */
export function removeMemoryFolder(): void {
  if (madeInMemory === undefined) return;
  Reflect.deleteProperty(process.env, VARIABLE);
  rmSync(madeInMemory, { recursive: true, force: true, maxRetries: 5 });
  madeInMemory = undefined;
}

/** That folder for a program whose environment is not that of this process. */
export const folderVariable = (): Readonly<Record<string, string>> => ({
  [VARIABLE]: process.env[VARIABLE] ?? '',
});

/** Whether new folders are in memory. */
export const isInMemory = (): boolean => Boolean(process.env[VARIABLE]);

/** A new empty folder. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(path.join(process.env[VARIABLE] || tmpdir(), 'meridian-test-'));
}

interface TemporaryFolders {
  /** A new empty folder that other users may traverse. */
  make(): string;
  removeAll(): void;
}

/** Call `removeAll` in `afterAll`. */
export function temporaryFolders(): TemporaryFolders {
  const made: string[] = [];
  return {
    make() {
      const folder = makeTemporaryFolder();
      made.push(folder);
      return folder;
    },
    removeAll() {
      for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
