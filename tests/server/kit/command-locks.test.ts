/** Commands that a database lock delays: rejected after a time, and never executed once they are reported as over. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import type { CommandOutcome } from '../../../contract/schemas/command.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import type { DatabaseLine } from '../../support/databases/database-line.ts';
import { eventually } from '../../support/eventually.ts';
import { sellAd } from '../../support/fiat/fiat-ads.ts';
import { type Merchant, newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { CONTRACT, FIAT } from '../../support/users/balances.ts';
import { USDT_ID } from '../../support/users/transfers.ts';
import { bindAddress } from '../../support/wallet/wallet-users.ts';
import { lockWaits, withServerDatabase } from '../../support/databases/server-database.ts';
import {
  startServerOverLine,
  type ServerOverLine,
} from '../../support/servers/server-over-line.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const folders = temporaryFolders();
let over: ServerOverLine;
let line: DatabaseLine;
let server: TestServer;
/** A user for each command, because the rows of one user would hold up its other commands. */
let users: Readonly<Record<Held, Merchant>>;
let requests: Readonly<Record<Held, object>>;

beforeAll(async () => {
  over = await startServerOverLine(folders);
  ({ server, line } = over);
  await server.control('POST', '/chain/pause', { is_paused: true });
  users = {
    createTransfer: await newMerchant(server, '1000'),
    createWithdrawal: await newMerchant(server, '1000'),
    postFiatAd: await newMerchant(server, '1000'),
    createFeedback: await newMerchant(server, '1000'),
  };
  const { createWithdrawal: withdrawer } = users;
  await server.grant(withdrawer.email, 'USDT', '100000');
  const address = dataOf(await bindAddress(server, withdrawer, 'USDT'));
  requests = {
    createTransfer: {
      currency_id: String(USDT_ID),
      from_account_type_id: String(FIAT),
      to_account_type_id: String(CONTRACT),
      amount: '1',
    },
    createWithdrawal: { address_id: address.id, amount: '100', pay_password: PAY_PASSWORD },
    postFiatAd: sellAd(users.postFiatAd),
    createFeedback: { type: 'other', title: 'A question', content: 'Where is my deposit?' },
  };
});
afterAll(async () => {
  await over.stop();
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
const ALL = Object.keys(HELD) as Held[];

const MADE = {
  createTransfer: 'transfers',
  createWithdrawal: 'withdrawals',
  postFiatAd: 'fiat_ads',
  createFeedback: 'feedback_tickets',
} as const satisfies Record<Held, string>;

interface Command {
  readonly name: Held;
  readonly key: string;
  readonly expiresAt: number;
}

/** One of each kind. */
async function newCommands(): Promise<readonly Command[]> {
  const expiresAt = (await server.controlAdvance(0)) + LIMITS.command_valid_ms_max;
  return ALL.map((name) => ({ name, key: newKey(), expiresAt }));
}

const send = async ({ name, key, expiresAt }: Command) =>
  server.call(name, requests[name] as RequestInput<Held>, {
    token: users[name].token,
    headers: {
      ...newClientAddress(),
      'idempotency-key': key,
      'command-expires-at': String(expiresAt),
    },
  });

const outcomeOf = async ({ name, key, expiresAt }: Command): Promise<CommandOutcome> =>
  dataOf(
    await server.call(
      'getCommandOutcome',
      { path: ENDPOINTS[name].path, idempotency_key: key, expires_at: String(expiresAt) },
      { token: users[name].token, headers: newClientAddress() },
    ),
  );

async function holdAll(client: pg.Client): Promise<void> {
  await client.query('begin');
  for (const name of ALL) {
    const { rows } = await client.query<{ id: number }>('select id from users where email = $1', [
      users[name].email,
    ]);
    await client.query(HELD[name], HELD[name].includes('$1') ? [rows[0]?.id] : []);
  }
}

/** Waits until the server reports a certain outcome. */
const certainOutcome = (command: Command) =>
  eventually(async () => {
    const outcome = await outcomeOf(command);
    expect(outcome.state).not.toBe('pending');
    return outcome.state;
  });

/** Connects directly to the database, without the line that tests cut. */
const withDatabase = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withServerDatabase(server, work);

const madeOf = async (client: pg.Client, { name, key }: Command): Promise<number> => {
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

type PerCommand<T> = Readonly<Record<Held, T>>;
const same = <T>(value: T): PerCommand<T> => ({
  createTransfer: value,
  createWithdrawal: value,
  postFiatAd: value,
  createFeedback: value,
});

async function resultsOf<T>(
  commands: readonly Command[],
  result: (command: Command) => Promise<T>,
): Promise<PerCommand<T>> {
  const results = { ...same<T | undefined>(undefined) };
  for (const command of commands) results[command.name] = await result(command);
  return results as PerCommand<T>;
}

/**
 * Sends one command of each kind while locks delay them, runs the callback, waits until the server is certain
 * that none was executed, and releases the locks. @returns the numbers of records that they made after that.
 */
async function madeAfterAll(meanwhile: () => Promise<void> | void): Promise<PerCommand<number>> {
  const commands = await newCommands();
  return withDatabase(async (client) => {
    await holdAll(client);
    const sent = commands.map((command) => send(command).catch(() => undefined));
    await withDatabase((other) => lockWaits(other, commands.length));
    await meanwhile();
    await Promise.all(sent);
    await server.holdClock(Math.max(...commands.map(({ expiresAt }) => expiresAt)) + 1);
    expect(await resultsOf(commands, certainOutcome)).toEqual(same('not_executed'));
    await client.query('rollback');
    await nothingRuns(client);
    line.hangUp();
    await server.releaseClock();
    return resultsOf(commands, (command) => madeOf(client, command));
  });
}

test('commands that a lock delays are refused, and not executed later', async () => {
  const commands = await newCommands();
  await withDatabase(async (client) => {
    await holdAll(client);
    const sent = new Map(commands.map((command) => [command, send(command)]));
    const errors = await resultsOf(commands, async (command) => {
      const answer = await sent.get(command);
      return answer && errorOf(answer);
    });
    expect(errors).toEqual(same('service_unavailable'));
    await client.query('rollback');
    await nothingRuns(client);
    expect(await resultsOf(commands, (command) => madeOf(client, command))).toEqual(same(0));
  });
});

test('commands whose connection is cut while a lock delays them are never executed', async () => {
  expect(
    await madeAfterAll(() => line.cut(['meridian spot writer', 'meridian dealing writer'])),
  ).toEqual(same(0));
});

test('commands whose server is killed while a lock delays them are never executed', async () => {
  const restart = async (): Promise<void> => {
    await server.kill();
    await server.restart();
  };
  expect(await madeAfterAll(restart)).toEqual(same(0));
});
