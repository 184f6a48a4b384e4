/** The planted fault of the control run: PostgreSQL acknowledges a commit before it writes to disk. */
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Applies to every connection from the next start of the server on. */
export async function plantLazyCommits(server: TestServer): Promise<void> {
  await queryServer(server, 'alter system set synchronous_commit = off');
  // The log writer sleeps longer than a load lasts.
  await queryServer(server, "alter system set wal_writer_delay = '10s'");
  await server.restart();
}
