/**
 * The server of a bench: in its own data folder, filled through the database, because the bench does not
 * measure sign-up.
 */
import { rmSync } from 'node:fs';
import pg from 'pg';
import { connectionOptions } from '../../server/kit/db/database.ts';
import { openRunFolder } from '../../server/kit/db/embedded/run-folder.ts';
import { copyTemplateInto } from '../../tests/support/database-template.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';

import { makeBenchFolder } from './bench-folder.ts';

export interface BenchServer<Filled> {
  readonly server: TestServer;
  readonly port: number;
  /** The result of `fill`. */
  readonly filled: Filled;
  /** Call it after the server has stopped. */
  removeData(): void;
}

/** `PROFILE=<folder>` writes a processor profile of the server to that folder. */
const PROFILE: Record<string, string> =
  process.env['PROFILE'] === undefined
    ? {}
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env['PROFILE']}` };

/** Starts it empty, fills its database, and restarts it, because its spot writer reads balances at start. */
export async function startBenchServer<Filled>(
  fill: (client: pg.Client) => Promise<Filled>,
): Promise<BenchServer<Filled>> {
  const dataDir = makeBenchFolder();
  await copyTemplateInto(dataDir, 'empty');
  const server = await startTestServer({
    dataDir,
    env: { SEED: 'none', MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', ...PROFILE },
  });
  const filled = await withClient(dataDir, fill);
  await server.restart();
  return {
    server,
    port: Number(new URL(server.origin).port),
    filled,
    removeData: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Opens a connection to the database of the server in that data folder. */
export async function withClient<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const socketFolder = openRunFolder(dataDir);
  const client = new pg.Client(connectionOptions({ socketFolder }, 'bench'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
