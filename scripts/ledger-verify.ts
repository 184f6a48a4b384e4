/**
 * `npm run ledger:verify`: verifies the ledger of DATABASE_URL or DATA_DIR, whether a server runs
 * on it or not. Exit code 0: consistent; 1: faults, each named; 2: could not be verified.
 */
import { readConfig } from '../server/kit/config/config.ts';
import { sqlStateOf } from '../server/kit/db/transaction.ts';
import type { Pass } from '../server/ledger/verifier.repo.ts';
import { grantPolicyOf } from '../server/boot/roles/ledger-book.ts';
import { verifyWholeLedger } from '../server/boot/roles/verify-whole-ledger.ts';
import { StartupError } from '../server/kit/process/startup-error.ts';
import { withDataDatabase } from './data-database.ts';

const NAME = 'meridian ledger:verify';
/** Undefined table or column: the schema is older than this code. */
const NOT_MIGRATED = new Set(['42P01', '42703', '42704']);

try {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  const started = performance.now();
  const pass = await withDataDatabase(config, (address) =>
    verifyWholeLedger(address, NAME, grantPolicyOf(config)),
  );
  report(pass, databaseUrl === undefined ? dataDir : 'DATABASE_URL', performance.now() - started);
  process.exitCode = pass.faults.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`The ledger could not be verified. ${reasonOf(error)}\n`);
  process.exitCode = 2;
}

function report({ faults, entries }: Pass, where: string, ms: number): void {
  const extent = `${entries.toLocaleString('en')} entries in ${(ms / 1_000).toFixed(1)} s`;
  if (faults.length === 0) {
    process.stdout.write(`The ledger of ${where} is consistent: ${extent}.\n`);
    return;
  }
  const lines = faults.map((fault) => `  ${fault}\n`).join('');
  process.stdout.write(`The ledger of ${where} is NOT consistent (${extent}):\n${lines}`);
}

function reasonOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  if (NOT_MIGRATED.has(sqlStateOf(error) ?? ''))
    return 'The database was written by another version: start the server of this one on it first.';
  return error instanceof Error ? error.message : String(error);
}
