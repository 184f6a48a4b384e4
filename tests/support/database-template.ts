/**
 * Data folders as they are after initdb and all migrations, and after the first start of the demo exchange,
 * made once for a whole run of tests: making them again is most of what the first start of a server costs.
 */
import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../server/kit/db/migrate.ts';
import { createLog } from '../../server/kit/log.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** What each template is called in the environment, which the processes of a run inherit. */
const VARIABLES = {
  /** A database without a row. */
  empty: 'MERIDIAN_DATABASE_TEMPLATE',
  /** The demo exchange, with its secret and its pictures. */
  demo: 'MERIDIAN_DEMO_TEMPLATE',
} as const;
type TemplateName = keyof typeof VARIABLES;
const run = promisify(execFile);

/** Makes both, unless this run has them. @param startDemo starts a server in the folder, and stops it. */
export async function makeTemplates(startDemo: (dataDir: string) => Promise<void>): Promise<void> {
  if (folderOf('empty') !== undefined) return;
  const empty = makeTemporaryFolder();
  const postgres = await launchPostgres({ dataDir: empty, log: createLog('warn') });
  await migrateDatabase(postgres.address);
  await postgres.stop();
  process.env[VARIABLES.empty] = empty;
  const demo = makeTemporaryFolder();
  await copyTemplateInto(demo, 'empty');
  await startDemo(demo);
  process.env[VARIABLES.demo] = demo;
}

export function removeTemplates(): void {
  for (const variable of Object.values(VARIABLES)) {
    const folder = process.env[variable];
    if (folder === undefined) continue;
    Reflect.deleteProperty(process.env, variable);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Puts a copy of it into a data folder that has no database yet. Outside a run of tests, and in tests
 * about first starts, which do not call this, the server makes its database itself.
 */
export async function copyTemplateInto(dataDir: string, name: TemplateName): Promise<void> {
  const folder = folderOf(name);
  if (folder === undefined) return;
  // What a server leaves next to them is made by each start.
  const parts = readdirSync(folder).filter((part) => part !== 'run');
  // With their owners: as root, PostgreSQL may run as another user.
  await run('cp', ['-Rp', ...parts.map((part) => path.join(folder, part)), dataDir]);
}

const folderOf = (name: TemplateName): string | undefined => process.env[VARIABLES[name]];
