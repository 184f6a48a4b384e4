/** A fiat server whose database keeps running while the server is down, so that a test can read and change it. */
import { rmSync } from 'node:fs';
import { EMBEDDED_ROLE } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { createLog } from '../../../server/kit/log.ts';
import { copyTemplateInto } from '../databases/database-template.ts';
import { queryServer } from '../databases/server-database.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import type { TestServer } from '../servers/test-server.ts';
import { startFiatServer } from './fiat-users.ts';

export interface LastingServer {
  readonly server: TestServer;
  /** Stops server and database. */
  stop(): Promise<void>;
}

export async function startLastingServer(
  env: Readonly<Record<string, string>> = {},
): Promise<LastingServer> {
  const dataDir = makeTemporaryFolder();
  await copyTemplateInto(dataDir, 'empty');
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  const host = openRunFolder(dataDir);
  const DATABASE_URL = `postgresql://${EMBEDDED_ROLE}@localhost/postgres?host=${host}`;
  const server = await startFiatServer({
    dataDir,
    isOwnProcess: true,
    env: { ...env, DATABASE_URL },
  });
  return {
    server,
    async stop() {
      await server.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Kills the server and backdates its last sign of life by that time, so that the next start sees an outage. */
export async function downFor(server: TestServer, ms: number): Promise<void> {
  await server.kill();
  await queryServer(server, 'update server_beats set at_ms = at_ms - $1', [ms]);
  await server.restart();
}
