/**
 * The server of a bench: in its own data folder, filled through the database, because the bench does not
 * measure sign-up.
 */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { connectionOptions } from '../../server/kit/db/database.ts';
import type { DatabaseAddress } from '../../server/kit/db/database.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { openRunFolder } from '../../server/kit/db/embedded/run-folder.ts';
import { createLog } from '../../server/kit/log.ts';
import { SERVER_NODE_FLAGS } from '../../scripts/supervise.ts';
import { copyTemplateInto } from '../../tests/support/databases/database-template.ts';
import { startTestServer, type TestServer } from '../../tests/support/servers/test-server.ts';

import { makeBenchFolder } from './bench-folder.ts';
import { isSmoke } from './mode.ts';

interface BenchFolder<Filled> {
  readonly dataDir: string;
  /** The result of `fill`. */
  readonly filled: Filled;
  /** Call it after the server has stopped. */
  removeData(): void;
}

interface BenchServer<Filled> extends BenchFolder<Filled> {
  readonly server: TestServer;
  readonly port: number;
}

/** `PROFILE=<folder>` writes a processor profile of the server to that folder. */
const PROFILE: Record<string, string> =
  process.env['PROFILE'] === undefined
    ? {}
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env['PROFILE']}` };

/** Writes to the database of a folder, while no server runs. */
export type Fill<Filled> = (client: pg.Client, address: DatabaseAddress) => Promise<Filled>;

/** Fills a database and starts its server. @param env further variables of it. */
export async function startBenchServer<Filled>(
  fill: Fill<Filled>,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServer<Filled>> {
  const folder = await fillBenchFolder(fill);
  const server = await startServerIn(folder.dataDir, env);
  return { ...folder, server, port: Number(new URL(server.origin).port) };
}

/** A data folder with a filled database, while no server runs: its spot writer reads balances at start. */
export async function fillBenchFolder<Filled>(fill: Fill<Filled>): Promise<BenchFolder<Filled>> {
  const dataDir = makeBenchFolder();
  // The template holds more than a new exchange, which only a smoke run may ignore.
  if (isSmoke) await copyTemplateInto(dataDir, 'demo');
  if (!existsSync(path.join(dataDir, 'postgres'))) await (await startServerIn(dataDir)).stop();
  return {
    dataDir,
    filled: await fillStopped(dataDir, fill),
    removeData: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Fills the database of a stopped server. */
export async function fillStopped<Filled>(dataDir: string, fill: Fill<Filled>): Promise<Filled> {
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  try {
    return await withClient(dataDir, (client) => fill(client, postgres.address));
  } finally {
    await postgres.stop();
  }
}

/** Starts the server of a data folder. @param env further variables of it. */
export const startServerIn = (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> =>
  startTestServer({
    dataDir,
    endsWithProcess: true,
    nodeFlags: SERVER_NODE_FLAGS,
    env: {
      SEED: 'none',
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
      ORDER_COMMANDS_PER_S: '10000',
      ...PROFILE,
      ...env,
    },
  });

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
