/** Connections for work that may wait: the processor runs their statements after those of users. */
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { ensure } from '../../../contract/assert.ts';
import type { Log } from '../log.ts';
import {
  connectionOptions,
  KEYED_PLANS,
  openPool,
  SESSION_LIMITS,
  settingsText,
} from './database.ts';
import type { Database, DatabaseAddress } from './database.ts';

/**
 * Opens one connection at low priority.
 *
 * @param name shown in pg_stat_activity.
 * @param plans settings of the planner: by default those of statements that find every row by a key
 */
export function openBackgroundDatabase(
  address: DatabaseAddress,
  log: Log,
  name: string,
  plans: readonly string[] = KEYED_PLANS,
): Database {
  const options = settingsText([...SESSION_LIMITS, ...plans]);
  return openPool(
    {
      ...connectionOptions(address, name),
      options,
      max: 1,
      onConnect: (client) => lowerPriority(client, address),
    },
    log,
  );
}

/**
 * The priority is not the lowest, because a process that never runs again while it holds a lock would block all
 * others.
 */
const LOW = constants.priority.PRIORITY_BELOW_NORMAL;
/** Linux takes one change of a session's priority in 100 ms, except from root. */
const AGAIN_MS = 150;
const ATTEMPTS = 10;

/** Lowers the priority of the PostgreSQL process of a connection, where the system lets this process do it. */
export async function lowerPriority(client: ClientBase, address: DatabaseAddress): Promise<void> {
  if (!('socketFolder' in address)) return;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { pid } = ensure(rows[0], 'process of the connection');
  try {
    setPriority(pid, LOW);
    await lowerSession(pid);
  } catch {
    // The process belongs to another user, as when root may not run PostgreSQL, and keeps its
    // normal priority; or the system has no priorities of sessions.
  }
}

/**
 * Linux divides the processor among sessions, and each process of PostgreSQL is one. The priority of the process
 * itself counts only within its session (sched(7), autogroup).
 */
async function lowerSession(pid: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(LOW));
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isBusy || attempt === ATTEMPTS) throw error;
      await pause(AGAIN_MS);
    }
  }
}
