/** Common parts of the commands about operators: the database of the installation, a password, one line of outcome. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { readConfig } from '../server/kit/config/config.ts';
import { openDatabase } from '../server/kit/db/database.ts';
import type { Database } from '../server/kit/db/database.ts';
import { createLog } from '../server/kit/log.ts';
import { StartupError } from '../server/kit/process/startup-error.ts';
import { withDataDatabase } from './data-database.ts';

const GENERATED_BYTES = 18;

/**
 * @param work returns the line to print; if it throws, the exit code is 1 and the reason is
 *   printed.
 */
export async function operatorCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    const reason = error instanceof StartupError ? error.message : String((error as Error).stack);
    process.stderr.write(`Nothing was changed. ${reason}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs the work on the database of DATABASE_URL or DATA_DIR, whether a server runs on it or not.
 */
export async function withOperators(work: (database: Database) => Promise<void>): Promise<void> {
  await withDataDatabase(readConfig(process.env), async (address) => {
    const database = openDatabase(address, createLog('fatal'), 1);
    try {
      await work(database);
    } finally {
      await database.$client.end();
    }
  });
}

interface ChosenPassword {
  readonly password: string;
  /** Text to print: a generated password, empty for a given one. */
  readonly note: string;
}

/**
 * Returns the first line of piped input, or at a terminal a generated password that is shown once.
 * @throws StartupError when there is neither.
 */
export async function choosePassword(): Promise<ChosenPassword> {
  if (process.stdin.isTTY !== true) return { password: await firstLine(), note: '' };
  const password = randomBytes(GENERATED_BYTES).toString('base64url');
  return { password, note: ` Password, shown this once: ${password}` };
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new StartupError(
    'There is no password: pipe one in as the first line, or run this at a terminal, where one is made and shown.',
  );
}
