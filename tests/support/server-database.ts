/** The embedded database of a running test server, for state that no call shows. */
import pg from 'pg';
import { expect } from 'vitest';
import { connectionOptions } from '../../server/kit/db/database.ts';
import { openRunFolder } from '../../server/kit/db/embedded/run-folder.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './test-server.ts';

/** Rows of one statement, run over its own connection. */
export const queryServer = <Row extends pg.QueryResultRow>(
  server: Pick<TestServer, 'dataDir'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> =>
  withServerDatabase(server, async (client) => {
    const { rows } = await client.query<Row>(statement, [...values]);
    return rows;
  });

/** Runs `work` over its own connection, for example to lock rows. */
export async function withServerDatabase<T>(
  server: Pick<TestServer, 'dataDir'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const socketFolder = openRunFolder(server.dataDir);
  const client = new pg.Client(connectionOptions({ socketFolder }, 'test'));
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
