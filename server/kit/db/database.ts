/** Connections to PostgreSQL and the drizzle handle over them. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool, types } from 'pg';
import type { ClientConfig, PoolConfig } from 'pg';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Log } from '../log.ts';
import { GatheringSocket } from './gathering-socket.ts';

/** Where PostgreSQL listens: a connection string, or the folder of its unix socket. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly socketFolder: string };

export type Database = NodePgDatabase & { readonly $client: Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a repository takes: the database itself or a transaction of it. */
export type Executor = PgDatabase<NodePgQueryResultHKT>;

/** Role and database of the embedded server. */
export const EMBEDDED_ROLE = 'meridian';
const EMBEDDED_DATABASE = 'postgres';

const INT8_OID = 20;
// int8 exceeds what a number holds: it arrives as bigint, never rounded.
types.setTypeParser(INT8_OID, BigInt);

/** Options of `pg` for one connection to `address`; `name` is shown in pg_stat_activity. */
export function connectionOptions(address: DatabaseAddress, name: string): ClientConfig {
  const shared = { application_name: name, connectionTimeoutMillis: 10_000 };
  if ('connectionString' in address)
    return { ...shared, ...OVER_NETWORK, connectionString: address.connectionString };
  return {
    ...shared,
    host: address.socketFolder,
    user: EMBEDDED_ROLE,
    database: EMBEDDED_DATABASE,
  };
}

/** Names of the sessions that carry out what a server was asked for, see `earlier-sessions.ts`. */
export const SERVER_SESSIONS = { calls: 'meridian calls', steps: 'meridian steps' } as const;

/**
 * How long a command waits for a lock, or one statement of it runs; clearly below `command_settle_ms`:
 * what the database still does for a caller whose connection was lost has ended by then.
 */
export const COMMAND_WAIT_MS_MAX = 3 * SECOND_MS;

/**
 * Opens a pool of at most `connectionsMax`; nothing is connected until the first query. What is asked
 * on one connection at one moment is sent together, and answered in its order.
 */
export function openDatabase(
  address: DatabaseAddress,
  log: Log,
  connectionsMax = 16,
  name = 'meridian',
): Database {
  return openPool({ ...connectionOptions(address, name), max: connectionsMax }, log);
}

/**
 * Opens a pool for statements that find every row by a key: a connection plans each of them once, by
 * its indexes, whatever the statistics say of tables that were empty a moment ago. None of them runs
 * for longer than {@link COMMAND_WAIT_MS_MAX}.
 */
export function openKeyedDatabase(address: DatabaseAddress, log: Log): Database {
  const options = connectionOptions(address, SERVER_SESSIONS.steps);
  return openPool({ ...options, options: SETTINGS_OF_STEPS, max: 16 }, log);
}

/** A database that is gone without a word is noticed in minutes, also by a statement that waits for it. */
const OVER_NETWORK = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Settings of a connection, see {@link openKeyedDatabase}. */
const SETTINGS_OF_STEPS = [
  'plan_cache_mode=force_generic_plan',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
  'enable_seqscan=off',
  'join_collapse_limit=1',
  `statement_timeout=${COMMAND_WAIT_MS_MAX}`,
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

function openPool(options: PoolConfig, log: Log): Database {
  const pool = new Pool({
    ...options,
    pipeline: true,
    stream: () => new GatheringSocket(),
  });
  // Without listeners on each client and on the pool a lost connection would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => {
      // The pool does not wait for the connections it closes: PostgreSQL may cut them first.
      if (!pool.ending) log.error({ err: error }, 'database connection lost');
    });
  });
  pool.on('error', () => {
    // An idle client's loss, already logged above; the pool opens another one when asked.
  });
  return drizzle({ client: pool });
}
