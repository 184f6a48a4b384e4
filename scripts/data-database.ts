/**
 * Opens the database of an installation for commands: that of a running server, or started for the
 * time of the work.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Config } from '../server/kit/config/config.ts';
import { connectionOptions, type DatabaseAddress } from '../server/kit/db/database.ts';
import { clusterFolderOf, openDataFolder } from '../server/kit/db/embedded/data-folder.ts';
import { launchPostgres } from '../server/kit/db/embedded/launch.ts';
import { openRunFolder } from '../server/kit/db/embedded/run-folder.ts';
import { sqlStateOf } from '../server/kit/db/transaction.ts';
import { createLog } from '../server/kit/log.ts';
import { StartupError } from '../server/kit/process/startup-error.ts';

/** The SQLSTATE cannot_connect_now: the database starts, or ends with its killed server. */
const NOT_NOW = '57P03';
const NOT_NOW_MS_MAX = 15_000;
const RETRY_MS = 50;

/**
 * Runs `work` on DATABASE_URL or DATA_DIR; starts the database first if no server runs. Runs it again if its connection
 * was refused or cut because the database starts or ends.
 * @throws StartupError when there is no database.
 */
export async function withDataDatabase<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return work({ connectionString: databaseUrl });
  if (!existsSync(clusterFolderOf(dataDir)))
    throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR.`);
  const address = { socketFolder: openRunFolder(openDataFolder(dataDir)) };
  for (const deadline = performance.now() + NOT_NOW_MS_MAX; ;) {
    let isOpen = false;
    try {
      await tryConnection(address);
      isOpen = true;
      return await work(address);
    } catch (error) {
      if (isNobodyThere(error)) break;
      const state = sqlStateOf(error);
      // A database that ends may cut a connection that it has not taken yet. Later, the work may have changed something.
      const isRefused = state === NOT_NOW || (!isOpen && state === undefined);
      if (!isRefused || performance.now() > deadline) throw error;
      await pause(RETRY_MS);
    }
  }
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  try {
    return await work(postgres.address);
  } finally {
    await postgres.stop();
  }
}

/** Opens a connection and closes it. */
async function tryConnection(address: DatabaseAddress): Promise<void> {
  const client = new Client(connectionOptions(address, 'meridian command'));
  // It may end between the two.
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}

/** Matches the error even if drizzle has wrapped it. */
function isNobodyThere(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && (cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED')) return true;
  return false;
}
