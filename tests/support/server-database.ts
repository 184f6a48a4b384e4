/** The embedded database of a running test server, for what has no other door yet. */
import pg from 'pg';
import { connectionOptions } from '../../server/kit/db/database.ts';
import { openRunFolder } from '../../server/kit/db/embedded/run-folder.ts';
import type { TestServer } from './test-server.ts';

/** Rows of one statement, run over a connection of its own. */
export const queryServer = <Row extends pg.QueryResultRow>(
  server: Pick<TestServer, 'dataDir'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> =>
  withServerDatabase(server, async (client) => {
    const { rows } = await client.query<Row>(statement, [...values]);
    return rows;
  });

/** Over a connection of its own, e.g. to hold what the server waits for. */
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
