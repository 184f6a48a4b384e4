/** Commands that a database lock delays: rejected after a time, and never executed once they are reported as over. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { KeyedEndpointName } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { CommandOutcome } from '../../../contract/schemas/command.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import type { EmbeddedPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { createLog } from '../../../server/kit/log.ts';
import { newClientAddress } from '../../support/client-address.ts';
import { openDatabaseLine } from '../../support/database-line.ts';
import type { DatabaseLine } from '../../support/database-line.ts';
import { eventually } from '../../support/eventually.ts';
import { newMerchant, sellAd } from '../../support/fiat-merchants.ts';
import type { Merchant } from '../../support/fiat-merchants.ts';
import { dataOf, errorOf } from '../../support/identity-people.ts';
import { PAY_PASSWORD } from '../../support/secret-people.ts';
import { withServerDatabase } from '../../support/server-database.ts';
import { newKey } from '../../support/spot-people.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/test-server.ts';
import type { TestServer } from '../../support/test-server.ts';
import { CONTRACT, FIAT, USDT_ID } from '../../support/transfer-people.ts';
import { bindAddress } from '../../support/wallet/wallet-people.ts';

const folders = temporaryFolders();
let postgres: EmbeddedPostgres;
let line: DatabaseLine;
let server: TestServer;
let ann: Merchant;
let requests: Readonly<Partial<Record<KeyedEndpointName, object>>>;

beforeAll(async () => {
  const databaseDir = folders.make();
  postgres = await launchPostgres({ dataDir: databaseDir, log: createLog('silent') });
  const lineFolder = folders.make();
  const { socketFolder } = postgres.address as { readonly socketFolder: string };
  line = await openDatabaseLine(lineFolder, socketFolder);
  const host = encodeURIComponent(lineFolder);
  server = await startTestServer({
    // Tests read the database of this folder.
    dataDir: databaseDir,
    env: {
      DATABASE_URL: `postgres://meridian@localhost/postgres?host=${host}`,
      SEED: 'none',
      MARKET_MAKER: 'off',
      TRUST_PROXY: 'loopback',
    },
  });
  await server.control('POST', '/chain/pause', { is_paused: true });
  ann = await newMerchant(server, { USDT: '1000' });
  await server.grant(ann.email, 'USDT', '100000');
  const address = dataOf(await bindAddress(server, ann, 'USDT'));
  requests = {
    createTransfer: {
      currency_id: String(USDT_ID),
      from_account_type_id: String(FIAT),
      to_account_type_id: String(CONTRACT),
      amount: '1',
    },
    createWithdrawal: { address_id: address.id, amount: '100', pay_password: PAY_PASSWORD },
    postFiatAd: sellAd(ann),
    createFeedback: { type: 'other', title: 'A question', content: 'Where is my deposit?' },
  };
});
afterAll(async () => {
  await server.stop();
  line.close();
  await postgres.stop();
  folders.removeAll();
});

/** The rows that a test locks for each command while the server waits for them. */
const HELD = {
  createTransfer: `select from ledger_accounts where account_type = ${FIAT} and owner_id = $1 for update`,
  createWithdrawal: 'lock table withdrawals in share mode',
  postFiatAd: 'select from users where id = $1 for update',
  createFeedback: 'select from users where id = $1 for update',
} as const;
type Held = keyof typeof HELD;

const MADE = {
  createTransfer: 'transfers',
  createWithdrawal: 'withdrawals',
  postFiatAd: 'fiat_ads',
  createFeedback: 'feedback_tickets',
} as const satisfies Record<Held, string>;

const send = async (name: Held, key: string, expiresAt: number) =>
  server.call(name, requests[name] as RequestInput<Held>, {
    token: ann.token,
    headers: {
      ...newClientAddress(),
      'idempotency-key': key,
      'command-expires-at': String(expiresAt),
    },
  });

const outcomeOf = async (name: Held, key: string, expiresAt: number): Promise<CommandOutcome> =>
  dataOf(
    await server.call(
      'getCommandOutcome',
      { path: ENDPOINTS[name].path, idempotency_key: key, expires_at: String(expiresAt) },
      { token: ann.token, headers: newClientAddress() },
    ),
  );

async function hold(client: pg.Client, name: Held): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from users where email = $1', [
    ann.email,
  ]);
  await client.query('begin');
  await client.query(HELD[name], HELD[name].includes('$1') ? [rows[0]?.id] : []);
}

/** Waits until the server reports a certain outcome. */
const certainOutcome = (name: Held, key: string, expiresAt: number) =>
  eventually(async () => {
    const outcome = await outcomeOf(name, key, expiresAt);
    expect(outcome.state).not.toBe('pending');
    return outcome.state;
  });

/** Connects directly to the database, without the line that tests cut. */
const withDatabase = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withServerDatabase(server, work);

const waiting = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ count: bigint }>(
    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'",
  );
  return Number(rows[0]?.count);
};

const madeOf = async (client: pg.Client, name: Held, key: string): Promise<number> => {
  const { rows } = await client.query<{ count: bigint }>(
    `select count(*) from ${MADE[name]} where idempotency_key = $1`,
    [key],
  );
  return Number(rows[0]?.count);
};

/** Waits until no statement of the server is running. */
const nothingRuns = (client: pg.Client) =>
  eventually(async () => {
    const { rows } = await client.query(
      `select query from pg_stat_activity
       where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    expect(rows).toEqual([]);
  });

const latestTime = async () => (await server.controlAdvance(0)) + LIMITS.command_valid_ms_max;

/**
 * Sends a command that a lock delays, runs the callback, waits until the server is certain that it was not
 * executed, and releases the lock. @returns the number of records that it made after that.
 */
async function madeAfterAll(name: Held, meanwhile: () => Promise<void> | void): Promise<number> {
  const [key, expiresAt] = [newKey(), await latestTime()];
  return withDatabase(async (client) => {
    await hold(client, name);
    const sent = send(name, key, expiresAt).catch(() => undefined);
    await withDatabase((other) => eventually(async () => expect(await waiting(other)).not.toBe(0)));
    await meanwhile();
    await sent;
    await server.holdClock(expiresAt + 1);
    expect(await certainOutcome(name, key, expiresAt)).toBe('not_executed');
    await client.query('rollback');
    await nothingRuns(client);
    line.hangUp();
    await server.releaseClock();
    return madeOf(client, name, key);
  });
}

const ALL = Object.keys(HELD) as Held[];

test.each(ALL)('%s that a lock holds up is refused, and not carried out later', async (name) => {
  const [key, expiresAt] = [newKey(), await latestTime()];
  await withDatabase(async (client) => {
    await hold(client, name);
    expect(errorOf(await send(name, key, expiresAt))).toBe('service_unavailable');
    await client.query('rollback');
    await nothingRuns(client);
    expect(await madeOf(client, name, key)).toBe(0);
  });
});

test.each(ALL)(
  '%s whose connection is cut while a lock holds it up never comes about',
  async (name) => {
    expect(await madeAfterAll(name, () => line.cut('meridian spot writer'))).toBe(0);
  },
);

test.each(ALL)(
  '%s whose server is killed while a lock holds it up never comes about',
  async (name) => {
    const restart = async (): Promise<void> => {
      await server.kill();
      await server.restart();
    };
    expect(await madeAfterAll(name, restart)).toBe(0);
  },
);
