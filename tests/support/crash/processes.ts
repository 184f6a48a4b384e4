/** The processes of one exchange, for tests that kill them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 5;
const EXIT_MS_MAX = 30_000;

/**
 * Holds the postmaster of the embedded database, and returns it and all its children. A child that began
 * after the list would outlive them, and could wait without end for a lock of a killed one.
 */
export async function heldPostgresProcesses(dataDir: string): Promise<readonly number[]> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!isAlive(postmaster)) return [];
  process.kill(postmaster, 'SIGSTOP');
  while (isAlive(postmaster) && statOf(postmaster)?.state !== 'T') await pause(POLL_MS);
  return [postmaster, ...childrenOf(postmaster)];
}

/** Sends kill -9 to all of them before any of them can react. */
export function killAll(processes: readonly number[]): void {
  for (const pid of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended in between.
    }
  }
}

/** Resolves when the process is gone. @throws Error if it is alive after 30 s. */
export async function gone(pid: number): Promise<void> {
  for (const deadline = Date.now() + EXIT_MS_MAX; isAlive(pid); await pause(POLL_MS))
    if (Date.now() > deadline) throw new Error(`process ${pid} does not end`);
}

/** A zombie counts as ended. */
function isAlive(pid: number): boolean {
  return !['Z', undefined].includes(statOf(pid)?.state);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent);
}

function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    // The program's name may contain spaces and brackets; the fields after it do not.
    const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [state = '', parent = ''] = fields.split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
