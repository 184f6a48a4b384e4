/** A server whose database goes on when it is killed: the embedded one ends with its server. */
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { createLog } from '../../../server/kit/log.ts';
import { heldPostgresProcesses, killAll } from './processes.ts';
import { copyTemplateInto } from '../databases/database-template.ts';
import { temporaryFolders } from '../temporary-folder.ts';
import { startTestServer, type TestServer } from '../servers/test-server.ts';

export interface LastingServer {
  readonly server: TestServer;
  /** Starts another server on the same database, which takes over. */
  startNext(): Promise<TestServer>;
  /** Kills all processes of the database with SIGKILL. */
  killDatabase(): Promise<void>;
  /** Starts the killed database, which recovers. */
  startDatabase(): Promise<void>;
  /** Stops all servers and the database. */
  stop(): Promise<void>;
}

/** Starts the demo exchange with prices that stand still. */
export async function startLastingServer(): Promise<LastingServer> {
  const folders = temporaryFolders();
  const dataDir = folders.make();
  await copyTemplateInto(dataDir, 'demo');
  const launch = () => launchPostgres({ dataDir, log: createLog('silent') });
  let postgres = await launch();
  const host = encodeURIComponent(openRunFolder(dataDir));
  const env = {
    DATABASE_URL: `postgres://meridian@localhost/postgres?host=${host}`,
    MARKET_MAKER: 'off',
    // Fast contracts are offered only with a log of the index.
    INDEX_LOG: 'on',
    TRUST_PROXY: 'loopback',
  };
  const started: TestServer[] = [];
  const start = async (): Promise<TestServer> => {
    const server = await startTestServer({ dataDir, env, isOwnProcess: true });
    started.push(server);
    return server;
  };
  const killDatabase = async (): Promise<void> => {
    killAll(await heldPostgresProcesses(dataDir));
    await postgres.ended;
    await postgres.stop();
  };
  const startDatabase = async (): Promise<void> => {
    postgres = await launch();
  };
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((each) => each.stop()));
    await postgres.stop();
    folders.removeAll();
  };
  try {
    return { server: await start(), startNext: start, killDatabase, startDatabase, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
