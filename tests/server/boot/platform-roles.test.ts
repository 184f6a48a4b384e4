/** A server on its own PostgreSQL, with a role for the owner of the tables and one that only adds to the logs. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import type { EmbeddedPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../../server/kit/log.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer } from '../../support/servers/test-server.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@exchange.example',
  SEED: '',
  SECRET_KEY: randomBytes(48).toString('base64url'),
};
const WITHOUT_CONTROL = { CONTROL_PORT: '', CONTROL_TOKEN: '' };
/** The statements of docs/DATABASE.md. */
const ROLES = `
  create role meridian_owner login password 'o';
  create role meridian_server login password 's';
  create database meridian owner meridian_owner`;

const folders = temporaryFolders();
let postgres: EmbeddedPostgres;
let urlOf: (role: string, database?: string) => string;
beforeAll(async () => {
  const postgresDir = folders.make();
  postgres = await launchPostgres({ dataDir: postgresDir, log: createLog('silent') });
  const host = encodeURIComponent(path.join(postgresDir, 'run'));
  urlOf = (role, database = 'meridian') =>
    `postgresql://${role}@localhost/${database}?host=${host}`;
  for (const statement of ROLES.split(';')) await query('meridian', statement, 'postgres');
  await query('meridian', 'alter schema public owner to meridian_owner');
});
afterAll(async () => {
  await postgres.stop();
  folders.removeAll();
});

async function query(role: string, text: string, database?: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(role, database) });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

test('production does not start in the role that owns the tables', async () => {
  const DATABASE_URL = urlOf('meridian_owner');
  const { code, output } = await runServerToExit({
    ...PRODUCTION,
    DATABASE_URL,
    DATA_DIR: folders.make(),
  });

  expect(code).toBe(1);
  expect(output).toContain('The role of DATABASE_URL owns the tables');
});

test('production runs in a role that cannot change the ledger, also after a restart', async () => {
  const server = await startTestServer({
    dataDir: folders.make(),
    env: {
      ...PRODUCTION,
      ...WITHOUT_CONTROL,
      DATABASE_OWNER_URL: urlOf('meridian_owner'),
      DATABASE_URL: urlOf('meridian_server'),
    },
  });
  const ask = () => server.call('getSetting', { key: 'service_url' });
  expect(await ask()).toMatchObject({ code: 1 });
  // A connection has no role while it is opened or closed.
  await expect
    .poll(() =>
      query(
        'meridian',
        `select distinct usename::text as role from pg_stat_activity
         where application_name in ('meridian calls', 'meridian steps', 'meridian spot', 'meridian ledger')`,
      ),
    )
    .toEqual([{ role: 'meridian_server' }]);
  for (const statement of [
    'delete from ledger_entries',
    'alter table ledger_entries disable trigger ledger_entries_append_only',
  ])
    await expect(query('meridian_server', statement)).rejects.toThrow(
      /permission denied|must be owner/,
    );

  await server.restart();
  expect(await ask()).toMatchObject({ code: 1 });
  expect(await server.stop()).toBe(0);
});
