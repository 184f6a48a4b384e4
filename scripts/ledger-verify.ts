/**
 * `npm run ledger:verify`: adds up all books of DATABASE_URL or DATA_DIR, whether a server runs on
 * it or not. Exit code 0: sound; 1: faults, each named; 2: could not be verified.
 */
import { existsSync } from 'node:fs';
import { createLog } from '../server/log.ts';
import { readConfig } from '../server/config.ts';
import type { DatabaseAddress } from '../server/db/database.ts';
import { clusterFolderOf, openDataFolder } from '../server/db/embedded/data-folder.ts';
import { launchPostgres } from '../server/db/embedded/launch.ts';
import { openRunFolder } from '../server/db/embedded/run-folder.ts';
import { sqlStateOf } from '../server/db/transaction.ts';
import { verifyBooks } from '../server/ledger/verify-books.ts';
import type { Pass } from '../server/ledger/verify-session.repo.ts';
import { StartupError } from '../server/startup-error.ts';

const NAME = 'meridian ledger:verify';
/** Undefined table or column: the schema is older than this code. */
const NOT_MIGRATED = new Set(['42P01', '42703', '42704']);

try {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const started = performance.now();
  const pass =
    databaseUrl === undefined
      ? await verifyFolder(dataDir)
      : await verifyBooks({ connectionString: databaseUrl }, NAME);
  report(pass, databaseUrl === undefined ? dataDir : 'DATABASE_URL', performance.now() - started);
  process.exitCode = pass.faults.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`The books could not be verified. ${reasonOf(error)}\n`);
  process.exitCode = 2;
}

/** Asks the database of a running server; starts it for as long as this takes where there is none. */
async function verifyFolder(dataDir: string): Promise<Pass> {
  if (!existsSync(clusterFolderOf(dataDir)))
    throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR.`);
  const running: DatabaseAddress = { socketFolder: openRunFolder(openDataFolder(dataDir)) };
  try {
    return await verifyBooks(running, NAME);
  } catch (error) {
    if (!isNobodyThere(error)) throw error;
  }
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  try {
    return await verifyBooks(postgres.address, NAME);
  } finally {
    await postgres.stop();
  }
}

function isNobodyThere(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

function report({ faults, entries }: Pass, where: string, ms: number): void {
  const extent = `${entries.toLocaleString('en')} entries in ${(ms / 1_000).toFixed(1)} s`;
  if (faults.length === 0) {
    process.stdout.write(`The books of ${where} are sound: ${extent}.\n`);
    return;
  }
  const lines = faults.map((fault) => `  ${fault}\n`).join('');
  process.stdout.write(`The books of ${where} are NOT sound (${extent}):\n${lines}`);
}

function reasonOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (NOT_MIGRATED.has(sqlStateOf(error) ?? ''))
    return 'The database was written by another version: start the server of this one on it first.';
  return error instanceof Error ? error.message : String(error);
}
