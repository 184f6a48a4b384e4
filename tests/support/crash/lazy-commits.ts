/** The planted fault of the control run: PostgreSQL says "committed" before anything is on its way to the disk. */
import { queryServer } from '../server-database.ts';
import type { TestServer } from '../test-server.ts';

/** Holds for every connection from the next start of the server on. */
export async function plantLazyCommits(server: TestServer): Promise<void> {
  await queryServer(server, 'alter system set synchronous_commit = off');
  // The writer of the log sleeps longer than a load lasts.
  await queryServer(server, "alter system set wal_writer_delay = '10s'");
  await server.restart();
}
