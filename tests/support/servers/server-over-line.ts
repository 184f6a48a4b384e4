/** A server whose database is a program of its own, behind a line that tests can cut or hang. */
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../../server/kit/log.ts';
import { copyTemplateInto } from '../databases/database-template.ts';
import { openDatabaseLine, type DatabaseLine } from '../databases/database-line.ts';
import type { temporaryFolders } from '../temporary-folder.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface ServerOverLine {
  readonly server: TestServer;
  readonly line: DatabaseLine;
  /** Stops the server, the line and the database. */
  stop(): Promise<void>;
}

/** @param seed demo: the demo exchange, with prices that stand still. */
export async function startServerOverLine(
  folders: ReturnType<typeof temporaryFolders>,
  seed: 'none' | 'demo' = 'none',
): Promise<ServerOverLine> {
  const databaseDir = folders.make();
  if (seed === 'demo') await copyTemplateInto(databaseDir, 'demo');
  const postgres = await launchPostgres({ dataDir: databaseDir, log: createLog('silent') });
  const lineFolder = folders.make();
  const { socketFolder } = postgres.address as { readonly socketFolder: string };
  const line = await openDatabaseLine(lineFolder, socketFolder);
  const host = encodeURIComponent(lineFolder);
  const server = await startTestServer({
    isOwnProcess: true,
    // Tests read the database of this folder.
    dataDir: databaseDir,
    env: {
      DATABASE_URL: `postgres://meridian@localhost/postgres?host=${host}`,
      SEED: seed,
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
    },
  });
  return {
    server,
    line,
    async stop() {
      await server.stop();
      line.close();
      await postgres.stop();
    },
  };
}
