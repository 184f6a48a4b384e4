/** Statements in the role of the running server, as an attacker who has its connection makes them. */
import { Client } from 'pg';
import { connectionOptions, EMBEDDED_SERVER_ROLE } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import type { TestServer } from '../servers/test-server.ts';

/** A connection in the role of the server; the caller ends it. */
export async function connectAsServer({ dataDir }: Pick<TestServer, 'dataDir'>): Promise<Client> {
  const socketFolder = openRunFolder(dataDir);
  const client = new Client(
    connectionOptions({ socketFolder, role: EMBEDDED_SERVER_ROLE }, 'test'),
  );
  await client.connect();
  return client;
}
