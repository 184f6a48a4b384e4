/** SQL of an attacker in the role of the running server on terms that decide later payments: PostgreSQL refuses each change. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsServer } from '../../support/databases/as-server.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, OTHER_PASSWORD } from '../../support/users/accounts.ts';
import { amendPassword } from '../../support/users/pay-password.ts';
import { newUser } from '../../support/users/test-user.ts';

let server: TestServer;
let thief: Client;
beforeAll(async () => {
  server = await borrowServer();
  thief = await connectAsServer(server);
});
afterAll(async () => {
  await thief.end();
  await giveBack(server);
});

/** Runs the statements and takes them back. */
async function tried(...statements: readonly string[]): Promise<void> {
  await thief.query('begin');
  try {
    for (const statement of statements) await thief.query(statement);
  } finally {
    await thief.query('rollback');
  }
}

/** Changes the offering of the seed that takes subscriptions. */
const changed = (change: string): string =>
  `update ieo_offerings set ${change}
   where token_currency_id = (select id from currencies where code = 'LUM')`;

test.each([
  'token_currency_id = pay_currency_id, pay_currency_id = token_currency_id',
  'issue_price = 1',
  'step_size = step_size * 1000',
  'step_price = 1',
  'offered = offered * 2',
  'cap = offered',
  'steps_min = 1, steps_max = offered',
  'yield_ppm = 1',
  'preheat_at_ms = preheat_at_ms - 1',
  'opens_at_ms = opens_at_ms + 1',
  'saved_by = 1',
  'created_at_ms = 0',
  "phase = 'draft'",
])('an offering that takes subscriptions refuses %s', async (change) => {
  await expect(tried(changed(change))).rejects.toThrow(/^the terms of offering \d+ are final$/);
});

test('an offering that is over stays so, with its end and its allocation', async () => {
  for (const [phase, change] of [
    ['cancelled', "phase = 'subscribing'"],
    ['ended', "phase = 'distributing'"],
    ['ended', 'closes_at_ms = closes_at_ms + 1'],
    ['ended', 'allocated = allocated + 1'],
  ] as const)
    await expect(
      tried(changed(`phase = '${phase}', allocated = 1`), changed(change)),
    ).rejects.toThrow(/^the terms of offering \d+ are final$/);
});

test('figures and the end of an open offering go on, and a draft changes all its terms', async () => {
  await tried(
    changed('subscribed = subscribed + 1, subscribers = subscribers + 1'),
    changed('closes_at_ms = closes_at_ms + 1'),
    changed("phase = 'allocating', revision = revision + 1, updated_at_ms = updated_at_ms + 1"),
    changed("phase = 'distributing', allocated = 1"),
    `insert into ieo_offerings (token_currency_id, pay_currency_id, issue_price, step_size, step_price, offered, cap,
       steps_min, steps_max, preheat_at_ms, opens_at_ms, closes_at_ms, phase, subscribed, subscribers, saved_by, revision,
       created_at_ms, updated_at_ms)
     select token_currency_id, pay_currency_id, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 'draft', 0, 0, 1, 1, 0, 0
     from ieo_offerings limit 1`,
    `update ieo_offerings set issue_price = 2, step_size = 2, step_price = 2, offered = 2, cap = 2, steps_min = 2,
       steps_max = 2, preheat_at_ms = 2, opens_at_ms = 2, closes_at_ms = 2, saved_by = 2
     where phase = 'draft' and issue_price = 1`,
  );
});

test('a hold of withdrawals ends for no user before its time', async () => {
  const { token } = await newUser(server);
  dataOf(await amendPassword(server, token, OTHER_PASSWORD));
  const set = (change: string) =>
    tried(`update user_security set ${change} where withdrawal_hold_until_ms is not null`);
  for (const change of [
    'withdrawal_hold_until_ms = null',
    'withdrawal_hold_until_ms = withdrawal_hold_until_ms - 1',
    'withdrawal_hold_reason = null',
  ])
    await expect(set(change)).rejects.toThrow(/^the hold of user \d+ does not end earlier$/);
  await expect(set('user_id = 1')).rejects.toThrow('permission denied for table user_security');
  await set("withdrawal_hold_until_ms = withdrawal_hold_until_ms + 1, google_key = 'other'");
  for (const removal of ['delete from user_security', 'truncate user_security'])
    await expect(queryServer(server, removal)).rejects.toThrow(
      'rows of user_security are append-only',
    );
});

test('settings of the exchange are stored once, and links change', async () => {
  for (const change of [
    `value = '{"1": "9000000000000000000000000"}' where key = 'ledger_granted'`,
    "value = 'none' where key = 'seeded_with'",
    "key = 'other' where key = 'app_download_url'",
  ])
    await expect(
      tried(
        "insert into settings values ('app_download_url', '') on conflict do nothing",
        `update settings set ${change}`,
      ),
    ).rejects.toThrow(/^the setting \w+ is stored once$/);
  await tried(
    "insert into settings values ('service_url', '') on conflict do nothing",
    "update settings set value = 'https://example.org' where key = 'service_url'",
  );
});

test('fees and limits of a coin change with the act of an operator, and a stop without one', async () => {
  const coin = (change: string) =>
    tried(
      `update wallet_coins set ${change} where currency_id = 1`,
      'set constraints all immediate',
    );
  for (const change of [
    'withdrawal_fee = 0',
    'min_withdrawal = 1',
    'min_deposit = 0',
    'withdrawal_fee = withdrawal_fee + 1',
  ])
    await expect(coin(change)).rejects.toThrow(/^no operator has chosen the terms of coin 1 on /);
  await expect(
    tried(
      'update wallet_coins set can_withdraw = false where currency_id = 1',
      'update wallet_coins set can_withdraw = true where currency_id = 1',
      'set constraints all immediate',
    ),
  ).rejects.toThrow(/^no operator has chosen the terms of coin 1 on /);
  await coin('can_withdraw = false, can_deposit = false');
});
