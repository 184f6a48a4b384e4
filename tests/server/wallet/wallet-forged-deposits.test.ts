/** Thefts with forged deposits, by statements of the server's role against a running server. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { BLOCKS_KEPT } from '../../../server/areas/custody/custody.area.ts';
import { REFUTED_AGAIN_MS } from '../../../server/areas/wallet/deposit-doubts.ts';
import { connectionOptions, EMBEDDED_SERVER_ROLE } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { errorOf } from '../../support/users/accounts.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { coinOf, depositsOf, newOutsideAddress } from '../../support/wallet/wallet-users.ts';

let server: TestServer;
let chain: ChainControl;
let thief: TestUser;
let attacker: Client;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  chain = new ChainControl(server);
  await chain.stopMining();
  await chain.mine(BLOCKS_KEPT + 2);
  thief = await newTrader(server);
  const socketFolder = openRunFolder(server.dataDir);
  attacker = new Client(connectionOptions({ socketFolder, role: EMBEDDED_SERVER_ROLE }, 'test'));
  await attacker.connect();
});
afterAll(async () => {
  await attacker.end();
  await server.stop();
});

const steal = async (statement: string, values: readonly unknown[] = []) =>
  (await attacker.query<{ id: bigint }>(statement, [...values])).rows;

/** The faults of the last pass of the running server. */
async function lastFaults(): Promise<readonly string[]> {
  const [row] = await queryServer<{ faults: string[] }>(
    server,
    'select faults from ledger_verifications order by id desc limit 1',
  );
  return row?.faults ?? [];
}

/** Waits for the fault within two intervals of the verifier, which are a minute. */
async function expectNamed(fault: string | RegExp): Promise<void> {
  for (let pass = 0; pass < 2; pass += 1)
    await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  const matching =
    typeof fault === 'string' ? expect.stringContaining(fault) : expect.stringMatching(fault);
  await eventually(async () => expect(await lastFaults()).toContainEqual(matching));
}

/** Waits for the fault of a deposit that the chain refutes a second time, at a later block. */
async function expectRefuted(fault: string | RegExp): Promise<void> {
  await server.controlAdvance(REFUTED_AGAIN_MS);
  await chain.mine();
  await expectNamed(fault);
}

/** A copy of the newest deposit of the thief with its lifecycle and events, as a careful thief makes it. */
async function forge(columns: string): Promise<number> {
  const [row] = await steal(
    `with genuine as (
       select deposits.* from deposits join users on users.id = user_id where email = $1 order by id desc limit 1
     ), forged as (
       insert into deposits (user_id, currency_id, chain, address, transaction_hash, output_index, amount,
         block_number, block_hash, confirmations, phase, revision, created_at_ms, updated_at_ms)
       select user_id, currency_id, chain, address, $2, 0, amount, ${columns}, confirmations, phase, revision,
         created_at_ms, updated_at_ms
       from genuine returning id
     ), life as (
       insert into lifecycles (kind, id, machine_version, revision, snapshot, updated_at_ms)
       select kind, forged.id, machine_version, life.revision, snapshot, life.updated_at_ms
       from lifecycles life, genuine, forged where kind = 'deposit' and life.id = genuine.id
     ), past as (
       insert into lifecycle_events (kind, id, revision, event, at_ms)
       select kind, forged.id, event.revision, event, at_ms
       from lifecycle_events event, genuine, forged where kind = 'deposit' and event.id = genuine.id
     )
     select id from forged`,
    [thief.email, randomUUID()],
  );
  return Number(ensure(row, 'a forged deposit').id);
}

test('reserves and results of comparisons are the owner’s alone', async () => {
  for (const statement of [
    'update chain_reserves set reserve = reserve - 1, seen = seen - 1',
    'delete from chain_reserves',
    "insert into chain_reserves values ('local', 1, 0, 0, 0, false, 0, 0, 0)",
    "insert into deposit_proofs (deposit_id, kind, user_id, currency_id, chain, address, transaction_hash, output_index, amount, block_number, block_hash, reason, at_ms) values (1, 'settlement', 1, 1, 'a', 'a', 'a', 0, 1, 1, 'a', '', 0)",
    'update deposit_addresses set user_id = 1',
  ])
    await expect(steal(statement)).rejects.toThrow('permission denied');
});

test('a seen deposit that its chain does not have is never credited, and is named', async () => {
  await chain.deposit(thief.token, 'ETH', '2');
  await eventually(async () => expect(await depositsOf(server, thief)).toHaveLength(1));
  const [block] = await queryServer<{ number: bigint; hash: string }>(
    server,
    'select number, hash from chain_blocks order by number desc offset 20 limit 1',
  );
  const id = await forge(`${block?.number}, '${block?.hash}'`);
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);

  expect((await depositsOf(server, thief)).map(({ phase }) => phase).toSorted()).toEqual([
    'seen',
    'settled',
  ]);
  expect(await balanceOf(server, thief, 'ETH')).toEqual({ available: '2', frozen: '0' });
  await expectRefuted(`deposit_not_on_chain: deposit_id ${id}, chain development, phase seen`);
});

test.each([
  ['below the oldest kept block', "1, '0x1'"],
  ['in the block of a genuine one', 'block_number, block_hash'],
])('a settled deposit %s is named and closes the exchange', async (_, block) => {
  await chain.deposit(thief.token, 'ETH', '2');
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);
  const id = await forge(block);
  await steal(
    `insert into spot_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms)
     select recipe, $1::bigint || ':1', actor_id, 'deposit-' || $1::bigint, entries, created_at_ms
     from spot_postings where recipe = 'deposit.credited' order by id desc limit 1`,
    [id],
  );
  await expectNamed(
    new RegExp(`^deposit_not_compared: deposit_id ${id}, chain development, phase settled`),
  );
  const faults = (await lastFaults()).filter((fault) => fault.includes(`deposit_id ${id},`));
  expect(faults.map((fault) => fault.split(':')[0])).toEqual(['deposit_not_compared']);
});

test('a payment to an address that a row gives to a user is never credited, and is named', async () => {
  const before = await balanceOf(server, thief, 'BTC');
  const address = newOutsideAddress();
  await steal(
    `insert into deposit_addresses (index, user_id, currency_id, chain, address, created_at_ms)
     overriding system value
     select 999999, users.id, currencies.id, 'development', $2, 0
     from users, currencies where email = $1 and code = 'BTC'`,
    [thief.email, address],
  );
  const { currency_id: currencyId } = await coinOf(server, thief.token, 'BTC');
  const coin = { currency_id: String(currencyId), chain: 'development' };
  const asked = await server.call('getDepositAddress', coin, { token: thief.token });
  expect(errorOf(asked)).toBe('deposits_suspended');
  const paid = { address, currency_code: 'BTC', amount: '5', reference: randomUUID() };
  await server.control('POST', '/chain/pay', paid);
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);

  await expectRefuted(/^deposit_not_on_chain: .*reason its address is of no user/);
  expect(await balanceOf(server, thief, 'BTC')).toEqual(before);
});

test('a genuine deposit that is given to another user is named', async () => {
  const [row] = await queryServer<{ id: bigint }>(
    server,
    `update deposits set user_id = (select id from users where email <> $1 order by id limit 1)
     where id = (
       select deposits.id from deposits join users on users.id = user_id
       where email = $1 and phase = 'settled' order by id limit 1
     ) returning id`,
    [thief.email],
  );
  await expectNamed(`deposit_not_compared: deposit_id ${row?.id}, `);
});
