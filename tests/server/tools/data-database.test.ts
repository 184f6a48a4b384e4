/** The database of a stopped installation, opened by a command while it still ends with its killed server. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { withDataDatabase } from '../../../scripts/data-database.ts';
import { connectionOptions } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { withServerDatabase } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isOwnProcess: true, env: { MARKET_MAKER: 'off' } });
});
afterAll(() => server.stop());

test('a command waits for a database that ends with its killed server, and opens it then', async () => {
  const opened = await withServerDatabase(server, async (client) => {
    // The database ends this session with its server.
    client.on('error', () => undefined);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const { pid } = ensure(rows[0], 'the process of the session');
    // A database ends after its last session.
    process.kill(pid, 'SIGSTOP');
    const ofServer = { socketFolder: openRunFolder(server.dataDir) };
    try {
      await server.kill();
      await eventually(() => expect(countUsers(ofServer)).rejects.toMatchObject({ code: '57P03' }));
      const ends: string[] = [];
      const waiting = withDataDatabase(
        { databaseUrl: undefined, dataDir: server.dataDir },
        countUsers,
      );
      waiting.then(
        () => ends.push('opened'),
        (error: unknown) => ends.push(String(error)),
      );
      for (let refusals = 0; refusals < 5; refusals += 1)
        await expect(countUsers(ofServer)).rejects.toMatchObject({ code: '57P03' });
      expect(ends).toEqual([]);
      resume(pid);
      return await waiting;
    } finally {
      resume(pid);
    }
  });
  expect(opened).toBeGreaterThan(0);
});

test('a command tries again when its connection is cut before it is taken, and starts a database that is gone then', async () => {
  await server.terminate();
  let cut = 0;
  const ending = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.destroy();
    cut += 1;
    if (cut === 3) ending.close();
  });
  ending.listen(path.join(openRunFolder(server.dataDir), '.s.PGSQL.5432'));
  await once(ending, 'listening');
  const opened = await withDataDatabase(
    { databaseUrl: undefined, dataDir: server.dataDir },
    countUsers,
  );
  expect(opened).toBeGreaterThan(0);
  expect(cut).toBe(3);
});

/** Lets a stopped process go on, unless the command has ended it with its database. */
function resume(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended.
  }
}

async function countUsers(address: Parameters<typeof connectionOptions>[0]): Promise<number> {
  const client = new pg.Client(connectionOptions(address, 'test'));
  // A database that begins to end after the connection ends it too; the query has the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::integer from users');
    return ensure(rows[0], 'one row').count;
  } finally {
    await client.end();
  }
}
