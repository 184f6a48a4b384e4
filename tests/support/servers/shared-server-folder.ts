/**
 * The list of servers that test files share, for the process that starts the workers: it waits for them at the
 * end of a run and removes their data.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../../../scripts/is-alive.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** The environment variable of a folder with a file per server, see {@link Note}. */
const VARIABLE = 'MERIDIAN_SHARED_SERVERS';
/** A server stops within a second after its worker. */
const STOP_MS_MAX = 30_000;
const LOOK_EVERY_MS = 20;

/** A server, in its file. Several may be of one process. */
interface Note {
  readonly pid: number;
  readonly dataDir: string;
}

/** True in the process that made the folder: a run that another run starts uses the folder of that run. */
let isMade = false;

export function openSharedServers(): void {
  if (process.env[VARIABLE] !== undefined) return;
  process.env[VARIABLE] = makeTemporaryFolder();
  isMade = true;
}

export function noteSharedServer({ pid, dataDir }: Note): void {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error('only projects with databases have shared servers');
  const note: Note = { pid, dataDir };
  writeFileSync(path.join(folder, path.basename(dataDir)), JSON.stringify(note));
}

/** Waits until the servers of ended workers have stopped. @throws Error for a server that does not stop. */
export async function closeSharedServers(): Promise<void> {
  const folder = process.env[VARIABLE];
  if (folder === undefined || !isMade) return;
  isMade = false;
  Reflect.deleteProperty(process.env, VARIABLE);
  const latest = Date.now() + STOP_MS_MAX;
  for (const name of readdirSync(folder)) {
    const { pid, dataDir } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Note;
    while (isAlive(pid)) {
      if (Date.now() > latest) throw new Error(`the shared server ${pid} does not stop`);
      await pause(LOOK_EVERY_MS);
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  rmSync(folder, { recursive: true, force: true });
}
