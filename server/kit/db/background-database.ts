/** Connections for work that may wait: the processor runs their statements after those of users. */
import { constants, setPriority } from 'node:os';
import type { ClientBase } from 'pg';
import { ensure } from '../../../contract/assert.ts';
import type { Log } from '../log.ts';
import { connectionOptions, openPool, SESSION_LIMITS, settingsText } from './database.ts';
import type { Database, DatabaseAddress } from './database.ts';

/**
 * Opens one connection at low priority, for statements that find every row by a key.
 *
 * @param name shown in pg_stat_activity.
 */
export function openBackgroundDatabase(address: DatabaseAddress, log: Log, name: string): Database {
  const options = settingsText([...SESSION_LIMITS, 'plan_cache_mode=force_generic_plan']);
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

/** Lowers the priority of the PostgreSQL process of a connection, where the system lets this process do it. */
export async function lowerPriority(client: ClientBase, address: DatabaseAddress): Promise<void> {
  if (!('socketFolder' in address)) return;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  try {
    // The priority is not the lowest, because a process that never runs again while it holds a lock would block
    // all others.
    setPriority(
      ensure(rows[0], 'process of the connection').pid,
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // The process belongs to another user, as when root may not run PostgreSQL, and keeps its
    // normal priority.
  }
}
