/**
 * A demo server with rows that only a start reads. They are added to its copied database before, because PostgreSQL
 * alone starts in a fraction of the time of a server.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../../server/kit/log.ts';
import { copyTemplateInto } from '../databases/database-template.ts';
import { withServerDatabase } from '../databases/server-database.ts';
import { serverView } from './server-view.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/** Changes the database of the demo exchange. */
export type Prepare<T = unknown> = (database: pg.Client) => Promise<T>;

interface PreparedServer<T> {
  /** Its `stop` removes the data folder. */
  readonly server: TestServer;
  readonly prepared: T;
}

/** Starts the server on the database that `prepare` has changed. */
export async function startPreparedServer<T>(
  env: Readonly<Record<string, string>>,
  prepare: Prepare<T>,
  { isOwnProcess = false }: Pick<TestServerOptions, 'isOwnProcess'> = {},
): Promise<PreparedServer<T>> {
  const dataDir = makeTemporaryFolder();
  await copyTemplateInto(dataDir, 'demo');
  // Commands such as `npm run crash` have no template outside a run of tests.
  if (!existsSync(path.join(dataDir, 'postgres')))
    await (await startTestServer({ dataDir, env })).stop();
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  const prepared = await withServerDatabase({ dataDir }, prepare).finally(() => postgres.stop());
  const started = await startTestServer({ dataDir, env, isOwnProcess });
  const server = serverView(started, {
    async stop() {
      const code = await started.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
  });
  return { server, prepared };
}
