/** PostgreSQL of a test file with a migrated database, and a copy of it for each test. */
import { rmSync } from 'node:fs';
import pg from 'pg';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { EMBEDDED_ROLE } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import { createLog } from '../../../server/kit/log.ts';
import { copyTemplateInto } from './database-template.ts';
import { isInMemory, makeTemporaryFolder } from '../temporary-folder.ts';

type CopySource = Pick<ScratchDatabase, 'copy'>;

export interface ScratchDatabase {
  /**
   * The original with empty tables; filled before the first copy. No connection to it may be open while it is
   * copied.
   */
  readonly original: DatabaseAddress;
  /** A new database with the present content of the original. */
  copy(): Promise<DatabaseAddress>;
  /**
   * Adds rows to a copy once, for many tests that need the same rows. `add` closes its connections.
   * @returns the source of copies that have these rows.
   */
  branch(add: (address: DatabaseAddress) => Promise<void>): Promise<CopySource>;
  stop(): Promise<void>;
}

const ORIGINAL = 'postgres';

export async function startScratchDatabase(): Promise<ScratchDatabase> {
  const dataDir = makeTemporaryFolder();
  await copyTemplateInto(dataDir, 'empty');
  const postgres = await launchPostgres({ dataDir, log: createLog('warn') });
  const { address } = postgres;
  const folder = 'socketFolder' in address ? address.socketFolder : '';
  const connectionStringOf = (name: string) => `socket:${folder}?db=${name}&user=${EMBEDDED_ROLE}`;
  const named = (name: string): DatabaseAddress => ({ connectionString: connectionStringOf(name) });
  // A connection costs PostgreSQL a third of a copy.
  const administrator = new pg.Client({ connectionString: connectionStringOf('template1') });
  await administrator.connect();
  await migrateDatabase(named(ORIGINAL));
  // PostgreSQL flushes each copied file, which takes no time in memory.
  const strategy = isInMemory() ? 'file_copy' : 'wal_log';
  let copies = 0;
  const copyOf = async (original: string): Promise<string> => {
    const name = `copy_${++copies}`;
    await administrator.query(`create database ${name} template ${original} strategy ${strategy}`);
    return name;
  };
  return {
    original: named(ORIGINAL),
    copy: async () => named(await copyOf(ORIGINAL)),
    async branch(add) {
      const source = await copyOf(ORIGINAL);
      await add(named(source));
      return { copy: async () => named(await copyOf(source)) };
    },
    async stop() {
      await administrator.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs `work` over its own connection. */
export async function withClient<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const options =
    'connectionString' in address ? { connectionString: address.connectionString } : {};
  const client = new pg.Client(options);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
