/**
 * Data folders after initdb and all migrations, and after the first start of the demo exchange, made once per
 * run of tests, because making them is most of the cost of a server's first start.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { clusterFolderOf } from '../../../server/kit/db/embedded/data-folder.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import { createLog } from '../../../server/kit/log.ts';
import { withServerDatabase } from './server-database.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** The environment variable of each template; child processes of a run inherit it. */
const VARIABLES = {
  /** A database without a row. */
  empty: 'MERIDIAN_DATABASE_TEMPLATE',
  /** The demo exchange, with its secret and its pictures. */
  demo: 'MERIDIAN_DEMO_TEMPLATE',
} as const;
type TemplateName = keyof typeof VARIABLES;
const run = promisify(execFile);
/** The names of those that this process has made. */
const made = new Set<TemplateName>();

/** Makes both templates, unless this run has them. @param startDemo starts a server in the folder, and stops it. */
export async function makeTemplates(startDemo: (dataDir: string) => Promise<void>): Promise<void> {
  if (folderOf('empty') !== undefined) return;
  const empty = makeTemporaryFolder();
  const postgres = await launchPostgres({ dataDir: empty, log: createLog('warn') });
  await migrateDatabase(postgres.address);
  // Each server copies the folder, and no test makes a database of this one.
  await withServerDatabase({ dataDir: empty }, async (client) => {
    await client.query('alter database template0 is_template false');
    await client.query('drop database template0');
  });
  await postgres.stop();
  keep('empty', empty);
  const demo = makeTemporaryFolder();
  await copyTemplateInto(demo, 'empty');
  await startDemo(demo);
  keep('demo', demo);
}

function keep(name: TemplateName, folder: string): void {
  freeEmptyLog(folder);
  process.env[VARIABLES[name]] = folder;
  made.add(name);
}

/** A file of the log has 16 MB and ends with zeros. They become a hole, which takes no memory and which a copy keeps. */
function freeEmptyLog(folder: string): void {
  const log = path.join(clusterFolderOf(folder), 'pg_wal');
  for (const name of readdirSync(log).filter((each) => /^[\dA-F]{24}$/.test(each))) {
    const file = path.join(log, name);
    const bytes = readFileSync(file);
    truncateSync(file, bytes.findLastIndex((byte) => byte !== 0) + 1);
    truncateSync(file, bytes.length);
  }
}

/** The templates for a program whose environment is not that of this process. */
export const templateVariables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(VARIABLES).flatMap((variable) => {
      const folder = process.env[variable];
      return folder === undefined ? [] : [[variable, folder]];
    }),
  );

/** Removes the templates that this process has made: a run that another run starts uses the templates of that run. */
export function removeTemplates(): void {
  for (const name of made) {
    const folder = folderOf(name);
    if (folder === undefined) continue;
    Reflect.deleteProperty(process.env, VARIABLES[name]);
    rmSync(folder, { recursive: true, force: true });
  }
  made.clear();
}

/**
 * Copies a template to a data folder without a database. Outside a run of tests, and in tests about first
 * starts, which do not call this, the server makes its own database.
 */
export async function copyTemplateInto(dataDir: string, name: TemplateName): Promise<void> {
  const folder = folderOf(name);
  if (folder !== undefined) await copyDataFolder(folder, dataDir);
}

/** Copies the data folder of a server that does not run to a folder without a database. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  // Each start makes the server's other files itself.
  const parts = readdirSync(from).filter((part) => part !== 'run');
  // Keeps the owners: as root, PostgreSQL may run as another user.
  await run('cp', ['-Rp', ...parts.map((part) => path.join(from, part)), to]);
}

const folderOf = (name: TemplateName): string | undefined => process.env[VARIABLES[name]];
