/** Migrates the schema of a database to this code's version, and rejects a newer one. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import path from 'node:path';
import type { Client } from 'pg';
import { StartupError } from '../process/startup-error.ts';
import { connect } from './connect.ts';
import type { DatabaseAddress } from './database.ts';
import { sqlStateOf } from './transaction.ts';

const MIGRATIONS_FOLDER = path.join(import.meta.dirname, 'migrations');
/**
 * Advisory lock that lets one server at a time migrate a shared database; the number is arbitrary.
 */
const MIGRATION_LOCK = 7_201_001;
const UNDEFINED_TABLE = '42P01';

interface MigrateOptions {
  /** Folder of the migrations; only tests use another. */
  readonly folder?: string;
  /** Called after the schema was found not to be newer, and before it is changed. */
  before?(): Promise<void>;
}

/**
 * Applies the missing migrations. @returns whether there were any.
 * @throws StartupError when the database cannot be reached or holds a migration unknown to this code.
 */
export async function migrateDatabase(
  address: DatabaseAddress,
  { folder = MIGRATIONS_FOLDER, before }: MigrateOptions = {},
): Promise<boolean> {
  const client = await connect(address, 'meridian migration');
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewerSchema(client, folder);
    await before?.();
    const applied = (await appliedMigrations(client)).length;
    await migrate(drizzle({ client }), { migrationsFolder: folder });
    return (await appliedMigrations(client)).length > applied;
  } finally {
    await client.end();
  }
}

async function refuseNewerSchema(client: Client, folder: string): Promise<void> {
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash));
  const applied = await appliedMigrations(client);
  const unknown = applied.filter((hash) => !known.has(hash)).length;
  if (unknown === 0) return;
  throw new StartupError(
    `The database was written by another, probably newer version of Meridian (${unknown} unknown ` +
      'migration(s)); start that version, or use another DATA_DIR or DATABASE_URL. Nothing was changed.',
  );
}

async function appliedMigrations(client: Client): Promise<readonly string[]> {
  try {
    const { rows } = await client.query<{ hash: string }>(
      'select hash from drizzle.__drizzle_migrations',
    );
    return rows.map(({ hash }) => hash);
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}
