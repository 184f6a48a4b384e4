/**
 * The list of servers that test files share, for the process that starts the workers: it waits for them at the
 * end of a run and removes their data.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../../../scripts/is-alive.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** The environment variable of a folder with a file per server: named by its pid, with its data folder in it. */
const VARIABLE = 'MERIDIAN_SHARED_SERVERS';
/** A server stops within a second after its worker. */
const STOP_MS_MAX = 30_000;
const LOOK_EVERY_MS = 20;

export function openSharedServers(): void {
  process.env[VARIABLE] ??= makeTemporaryFolder();
}

export function noteSharedServer(server: { readonly pid: number; readonly dataDir: string }): void {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error('only projects with databases have shared servers');
  writeFileSync(path.join(folder, String(server.pid)), server.dataDir);
}

/** Waits until the servers of ended workers have stopped. @throws Error for a server that does not stop. */
export async function closeSharedServers(): Promise<void> {
  const folder = process.env[VARIABLE];
  if (folder === undefined) return;
  Reflect.deleteProperty(process.env, VARIABLE);
  const latest = Date.now() + STOP_MS_MAX;
  for (const pid of readdirSync(folder)) {
    while (isAlive(Number(pid))) {
      if (Date.now() > latest) throw new Error(`the shared server ${pid} does not stop`);
      await pause(LOOK_EVERY_MS);
    }
    const dataDir = readFileSync(path.join(folder, pid), 'utf8');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  rmSync(folder, { recursive: true, force: true });
}
