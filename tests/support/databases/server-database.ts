/** The embedded database of a running test server, for state that no call shows. */
import pg from 'pg';
import { expect } from 'vitest';
import { connectionOptions } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../servers/test-server.ts';

/** An unused connection ends after this time: a server that stops waits for none. */
const KEPT_MS = 1_000;

/** Connections by data folder, because a new one costs a process of PostgreSQL and its caches. */
const pools = new Map<string, pg.Pool>();

/** Rows of one statement, run over a connection that earlier statements may have used. */
export async function queryServer<Row extends pg.QueryResultRow>(
  server: Pick<TestServer, 'dataDir'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await poolOf(server.dataDir).query<Row>(statement, [...values]);
  return rows;
}

function poolOf(dataDir: string): pg.Pool {
  const known = pools.get(dataDir);
  if (known !== undefined) return known;
  const pool = new pg.Pool({
    ...optionsOf(dataDir),
    idleTimeoutMillis: KEPT_MS,
    allowExitOnIdle: true,
  });
  pool.on('error', () => {
    // The server has stopped with its database; the pool drops the connection.
  });
  pools.set(dataDir, pool);
  return pool;
}

const optionsOf = (dataDir: string): pg.ClientConfig =>
  connectionOptions({ socketFolder: openRunFolder(dataDir) }, 'test');

/** Runs `work` over its own connection, for example to lock rows. */
export async function withServerDatabase<T>(
  server: Pick<TestServer, 'dataDir'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(optionsOf(server.dataDir));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Queried {
  query(statement: string): Promise<{ readonly rowCount: number | null }>;
}

/** Waits until exactly that many sessions of the database wait for a lock. */
export const lockWaits = (client: Queried, sessions: number): Promise<void> =>
  eventually(async () => {
    // PostgreSQL otherwise repeats the activity of the first read of a transaction.
    await client.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(sessions);
  });
