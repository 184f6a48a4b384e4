/** Connections to PostgreSQL and the drizzle handle over them. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool, types } from 'pg';
import type { ClientConfig, PoolConfig } from 'pg';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Log } from '../log.ts';
import { GatheringSocket } from './gathering-socket.ts';

/** Address of PostgreSQL: a connection string, or the folder of its unix socket. */
export type DatabaseAddress =
  | { readonly connectionString: string }
  | { readonly socketFolder: string; readonly role?: string };

export type Database = NodePgDatabase & { readonly $client: Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** The database itself or a transaction of it, as repositories take it. */
export type Executor = PgDatabase<NodePgQueryResultHKT>;

/** Owner and database of the embedded server, and the role of the running server in it. */
export const EMBEDDED_ROLE = 'meridian';
export const EMBEDDED_SERVER_ROLE = 'meridian_server';
const EMBEDDED_DATABASE = 'postgres';

const INT8_OID = 20;
// int8 exceeds the range of a number, so it arrives as bigint and is never rounded.
types.setTypeParser(INT8_OID, BigInt);

/** Options of `pg` for one connection to `address`; `name` is shown in pg_stat_activity. */
export function connectionOptions(address: DatabaseAddress, name: string): ClientConfig {
  const shared = { application_name: name, connectionTimeoutMillis: 10_000 };
  if ('connectionString' in address)
    return { ...shared, ...OVER_NETWORK, connectionString: address.connectionString };
  return {
    ...shared,
    host: address.socketFolder,
    user: address.role ?? EMBEDDED_ROLE,
    database: EMBEDDED_DATABASE,
  };
}

/**
 * Names of the sessions that run a server's calls and lifecycle steps, see `earlier-sessions.ts`.
 */
export const SERVER_SESSIONS = { calls: 'meridian calls', steps: 'meridian steps' } as const;

/**
 * Longest wait of a command for a lock, and longest run of one of its statements. It is clearly
 * below `command_settle_ms`, so that the database has ended the work of a caller whose connection
 * was lost by then.
 */
export const COMMAND_WAIT_MS_MAX = 3 * SECOND_MS;

/**
 * Limits of every session of a server. PostgreSQL ends a statement, a wait for a lock, and a transaction
 * whose client does nothing, so that one of them cannot block all others.
 */
export const SESSION_LIMITS = [
  `statement_timeout=${15 * SECOND_MS}`,
  `lock_timeout=${10 * SECOND_MS}`,
  `idle_in_transaction_session_timeout=${15 * SECOND_MS}`,
] as const;

/**
 * Longest wait for an answer, in milliseconds: longer than PostgreSQL runs any statement. A connection that
 * does not answer by then is closed, with all its statements.
 */
const ANSWER_MS_MAX = { calls: 20 * SECOND_MS, steps: 2 * COMMAND_WAIT_MS_MAX } as const;

/** Returns the startup option of a connection with these settings. */
export const settingsText = (settings: readonly string[]): string =>
  settings.map((setting) => `-c ${setting}`).join(' ');

/**
 * Opens a pool of at most `connectionsMax`; it connects with the first query. Queries of one moment
 * on one connection are sent together and answered in order.
 */
export function openDatabase(
  address: DatabaseAddress,
  log: Log,
  connectionsMax = 16,
  name = 'meridian',
): Database {
  const limits = { options: settingsText(SESSION_LIMITS), query_timeout: ANSWER_MS_MAX.calls };
  return openPool({ ...connectionOptions(address, name), ...limits, max: connectionsMax }, log);
}

/**
 * Calls that may wait for a connection of a pool: seconds of work for a slow database. A longer queue only
 * makes each of them later.
 */
const WAITING_MAX = 1_200;

/** Whether so many calls wait for a connection that no further call should be begun. */
export const isQueueFull = ({ $client }: Database): boolean => $client.waitingCount >= WAITING_MAX;

/**
 * Opens a pool for statements that find every row by a key: a connection plans each of them once,
 * by its indexes, even if the statistics still describe empty tables. No statement runs for longer
 * than {@link COMMAND_WAIT_MS_MAX}.
 */
export function openKeyedDatabase(address: DatabaseAddress, log: Log): Database {
  const options = connectionOptions(address, SERVER_SESSIONS.steps);
  const limits = { options: SETTINGS_OF_STEPS, query_timeout: ANSWER_MS_MAX.steps };
  return openPool({ ...options, ...limits, max: 16 }, log);
}

/**
 * A database that disappears without closing the connection is noticed in minutes, even by a
 * statement that waits for it.
 */
const OVER_NETWORK = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Settings of sessions whose statements find every row by a key. A planner that does not know how many rows a statement
 * asks for would read whole tables for a hundred of them.
 */
export const KEYED_PLANS = [
  'plan_cache_mode=force_generic_plan',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
  'enable_seqscan=off',
] as const;

/** Settings of a connection, see {@link openKeyedDatabase}. */
const SETTINGS_OF_STEPS = settingsText([
  ...SESSION_LIMITS,
  ...KEYED_PLANS,
  'join_collapse_limit=1',
  `statement_timeout=${COMMAND_WAIT_MS_MAX}`,
]);

/**
 * An unused connection ends after this time. Work that comes every ten seconds finds it open: a new one costs a
 * process of PostgreSQL, its caches and its plans.
 */
const UNUSED_MS_MAX = 30 * SECOND_MS;

/** Opens a pool whose lost connections are logged and replaced. */
export function openPool(options: PoolConfig, log: Log): Database {
  const pool = new Pool({
    idleTimeoutMillis: UNUSED_MS_MAX,
    ...options,
    pipeline: true,
    stream: () => new GatheringSocket(),
  });
  // Without listeners on each client and on the pool, a lost connection would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => {
      // The pool does not wait for the connections it closes, so PostgreSQL may close them first.
      if (!pool.ending) log.error({ err: error }, 'database connection lost');
    });
  });
  pool.on('error', () => {
    // An idle client was lost, as logged above; the pool opens a new one on demand.
  });
  return drizzle({ client: pool });
}
