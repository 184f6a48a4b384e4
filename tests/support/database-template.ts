/**
 * A database as it is after initdb and all migrations, made once for a whole run of tests: making it anew
 * is most of what the first start of a server costs. What it holds beyond that, each server seeds itself.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { clusterFolderOf } from '../../server/kit/db/embedded/data-folder.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../server/kit/db/migrate.ts';
import { createLog } from '../../server/kit/log.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Data folder of the template; the processes of a run inherit it. */
const VARIABLE = 'MERIDIAN_DATABASE_TEMPLATE';
const run = promisify(execFile);

/** Makes it, unless this run has one. */
export async function makeTemplate(): Promise<void> {
  if (process.env[VARIABLE] !== undefined) return;
  const dataDir = makeTemporaryFolder();
  process.env[VARIABLE] = dataDir;
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  await migrateDatabase(postgres.address);
  await postgres.stop();
}

export function removeTemplate(): void {
  const dataDir = process.env[VARIABLE];
  if (dataDir === undefined) return;
  Reflect.deleteProperty(process.env, VARIABLE);
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Puts a copy of it into a data folder that has no database yet. Outside a run of tests, and in tests
 * about first starts, which do not call this, the server makes its database itself.
 */
export async function copyTemplateInto(dataDir: string): Promise<void> {
  const template = process.env[VARIABLE];
  if (template === undefined) return;
  // With its owner: as root, PostgreSQL may run as another user.
  await run('cp', ['-Rp', clusterFolderOf(template), clusterFolderOf(dataDir)]);
}
