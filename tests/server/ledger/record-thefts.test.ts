/** SQL of an attacker in the role of the running server: PostgreSQL refuses each change of a record that would pay twice. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUARDED_TABLES, REMOVABLE_TABLES } from '../../../server/kit/db/append-only-tables.ts';
import { CHANGING_COLUMNS } from '../../../server/kit/db/changing-columns.ts';
import { EMBEDDED_SERVER_ROLE } from '../../../server/kit/db/database.ts';
import { connectAsServer } from '../../support/databases/as-server.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { CONTRACT, SPOT } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { depositsOf, newWithdrawer } from '../../support/wallet/wallet-users.ts';

let server: TestServer;
let thief: Client;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  thief = await connectAsServer(server);
  const chain = new ChainControl(server);
  await chain.stopMining();
  const ann = await newWithdrawer(server, {});
  await chain.deposit(ann.token, 'USDT', '50');
  await chain.mine(6);
  await eventually(async () =>
    expect(await depositsOf(server, ann)).toMatchObject([{ phase: 'settled' }]),
  );
  dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '10' }));
});
afterAll(async () => {
  await thief.end();
  await giveBack(server);
});

const POSTINGS = {
  spot_postings: "recipe = 'deposit.credited'",
  dealing_postings: "recipe = 'transfer.into_dealing'",
};

test.each(Object.entries(POSTINGS))('a booked row of %s stays as it is', async (table, which) => {
  await eventually(async () =>
    expect(
      (await thief.query(`select from ${table} where ${which} and number is not null`)).rowCount,
    ).toBeGreaterThan(0),
  );
  for (const change of ['number = null', 'number = null, refused_at_ms = 1', 'number = number + 1'])
    await expect(thief.query(`update ${table} set ${change} where ${which}`)).rejects.toThrow(
      /^posting \d+ of \w+ has ended$/,
    );
  for (const change of [
    "entries = '[]'",
    "cause_id = cause_id || '1'",
    'actor_id = 1',
    'waits_for = null',
    "recipe = 'seed.grant'",
  ])
    await expect(thief.query(`update ${table} set ${change} where ${which}`)).rejects.toThrow(
      /^(permission denied for table|rows of) \w+/,
    );
  await expect(thief.query(`delete from ${table} where ${which}`)).rejects.toThrow(
    /^(permission denied for table|rows of) \w+/,
  );
});

/** The deposit is credited again if its row is gone when the scanner reads its block again. */
test('a deposit that is removed with its block to be credited again stays', async () => {
  await expect(
    thief.query(`
      delete from deposits;
      delete from chain_blocks where number >= (select min(block_number) from deposits)`),
  ).rejects.toThrow('permission denied for table deposits');
});

const RECORDS = GUARDED_TABLES.filter(
  (table) => !(REMOVABLE_TABLES as readonly string[]).includes(table),
);

test.each([...RECORDS, 'ledger_accounts', 'chain_wallets', 'chain_halts', 'users', 'currencies'])(
  'no row of %s leaves',
  async (table) => {
    for (const removal of [`delete from ${table}`, `truncate ${table} cascade`])
      await expect(thief.query(removal)).rejects.toThrow(/^permission denied for table \w+$/);
  },
);

/** Rows of the tables from which the server removes some, each with a row that stays. */
test.each([
  ['transfers', /^transfer \d+ was not refused$/, 'select'],
  [
    'spot_orders',
    /^rows of spot_orders are append-only$/,
    `insert into spot_orders (id, owner_id, side, price_ticks, quantity_lots, executed_lots, executed_amount, fee,
       reserved, state, end_reason, market_id, kind, maker_fee_ppm, taker_fee_ppm, revision, request_id,
       created_at_ms, updated_at_ms)
     values (1000000, 1, 'buy', 1, 1, 0, 0, 0, 0, 'cancelled', 'owner', 1, 'limit', 0, 0, 1, 'r', 0, 0)`,
  ],
  [
    'deposit_recoveries',
    /^recovery \d+ was booked$/,
    `insert into deposit_recoveries (deposit_id, amount, posting_id, is_settled)
     select max(id), 1, 1, true from deposits`,
  ],
])('a row of %s that was booked stays', async (table, refusal, added) => {
  await expect(thief.query(`${added}; delete from ${table}`)).rejects.toThrow(refusal);
});

/** Changes of terms, each of which would pay money of another user or to another address. */
test.each([
  'deposits set amount = amount + 1',
  'deposits set user_id = 1',
  'withdrawals set address = chain',
  'withdrawals set amount = amount + 1',
  'withdrawal_addresses set address = chain',
  'deposit_addresses set user_id = 1',
  'spot_orders set price_ticks = 1',
  'fiat_orders set buyer_id = 1',
  'fiat_ads set user_id = 1',
  'transfers set amount = amount + 1',
  'lever_orders set lots = lots + 1',
  'staking_positions set amount = amount + 1',
  'ieo_payments set amount = amount + 1',
  'fund_changes set amount = amount + 1',
  'ledger_accounts set owner_id = 1',
  'lifecycles set id = id + 1',
  'lever_markets set tick_lot_units = tick_lot_units + 1',
  'micro_products set seconds = seconds + 1',
  'fiat_currencies set scale = 0',
  'collection_methods set user_id = 1',
  "users set email = 'thief@example.org' where id = 1",
  "operators set account = 'thief@example.org'",
  'kyc_submissions set user_id = 1',
  'unverified_permissions set until_ms = until_ms + 1',
  "ledger_verifications set faults = '{}'",
  'ledger_searches set at_ms = at_ms + 1',
])('update %s is refused', async (change) => {
  await expect(thief.query(`update ${change}`)).rejects.toThrow(
    /^permission denied for (?:table|column) \w+/,
  );
});

test('how far the verifier has searched is the owner’s alone', async () => {
  await expect(
    thief.query("insert into ledger_searches values ('here', '9:9:', 0)"),
  ).rejects.toThrow('permission denied for table ledger_searches');
});

test('a right of the server to change terms or to remove records is named by the next pass', async () => {
  expect(await server.verifyRecent()).toEqual([]);
  for (const [right, row] of [
    ['update on deposits', 'log_unprotected: table_name deposits, may_update amount'],
    [
      'update (buyer_id) on fiat_orders',
      'log_unprotected: table_name fiat_orders, may_update buyer_id',
    ],
    ['delete on withdrawals', 'log_unprotected: table_name withdrawals, may_delete yes'],
    ['insert on deposit_proofs', 'log_unprotected: table_name deposit_proofs, may_insert yes'],
  ]) {
    const given = (verb: string, way: string) =>
      queryServer(server, `${verb} ${right} ${way} ${EMBEDDED_SERVER_ROLE}`);
    await given('grant', 'to');
    expect(await server.verifyRecent()).toContainEqual(row);
    await given('revoke', 'from');
  }
  await queryServer(
    server,
    `grant update (${CHANGING_COLUMNS.deposits?.join(', ')}) on deposits to ${EMBEDDED_SERVER_ROLE}`,
  );
  expect(await server.verifyRecent()).toEqual([]);
  await queryServer(
    server,
    'create function as_owner() returns void language sql security definer as $$ delete from deposits $$',
  );
  expect(await server.verifyRecent()).toEqual(['log_unprotected: may_execute as_owner()']);
  await queryServer(server, 'drop function as_owner()');
  expect(await server.verifyRecent()).toEqual([]);
});
