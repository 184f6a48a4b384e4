/** A start with a pending migration, while a server on a lost host still holds locks in the database. */
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { SERVER_SESSIONS } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import { createLog } from '../../../server/kit/log.ts';
import { olderMigrations } from '../../support/databases/older-migrations.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/servers/test-server.ts';

/** This migration changes tables that existed before it. */
const MISSING = '0027_house_sums_of_house_only';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

test('a start ends the sessions of a lost server first, so that the migration waits for none of their locks', async () => {
  const dataDir = folders.make();
  const postgres = await launchPostgres({ dataDir, log: createLog('silent') });
  await migrateDatabase(postgres.address, { folder: olderMigrations(folders.make(), MISSING) });
  const host = encodeURIComponent(path.join(dataDir, 'run'));
  const connectionString = `postgresql://meridian@localhost/postgres?host=${host}`;
  const left = new Client({ connectionString, application_name: SERVER_SESSIONS.calls });
  const isEnded = new Promise<Error>((resolve) => left.on('error', resolve));
  await left.connect();
  await left.query('begin; lock table spot_removed_deals, spot_unposted in access share mode');

  const server = await startTestServer({
    dataDir: folders.make(),
    env: { SEED: 'none', DATABASE_URL: connectionString },
  });
  expect(await server.call('getSetting', { key: 'service_url' })).toMatchObject({ code: 1 });
  expect((await isEnded).message).toMatch(/terminat/);
  expect(await server.stop()).toBe(0);
  await postgres.stop();
});
