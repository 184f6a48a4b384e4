/**
 * A database of an older version with records of every kind: a start of this version migrates it, and the verifier finds
 * nothing. This version fills it. Its rows then go into a database that has the migrations of the older version only, so
 * that each table, trigger and guard that came later is missing there.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { EMBEDDED_ROLE } from '../../../server/kit/db/database.ts';
import { launchPostgres } from '../../../server/kit/db/embedded/launch.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { migrateDatabase } from '../../../server/kit/db/migrate.ts';
import { createLog } from '../../../server/kit/log.ts';
import { readGuard, storeGuard } from '../../../server/ledger/ledger-guard.repo.ts';
import { eventually } from '../../support/eventually.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import {
  applyRights,
  cancel,
  confirm,
  declare,
  done,
  markAbnormal,
  placedOrder,
  postpone,
  type OrderCall,
} from '../../support/fiat/fiat-orders.ts';
import { newMerchant } from '../../support/fiat/fiat-users.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { ContractMarket, ContractUser } from '../../support/lever/contract-users.ts';
import { olderMigrations } from '../../support/databases/older-migrations.ts';
import { backUp, restore } from '../../support/databases/restored-database.ts';
import { withClient } from '../../support/databases/scratch-database.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { findProduct, subscribe } from '../../support/staking/staking-users.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf } from '../../support/users/accounts.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { coinOf, inPhase, newWithdrawer, withdraw } from '../../support/wallet/wallet-users.ts';

/** The first migration that the older version lacks. */
const MISSING = '0068_kept_postings';
const OLDER = 'older';

const folders = temporaryFolders();
let server: TestServer | undefined;
afterAll(async () => {
  await server?.stop();
  folders.removeAll();
});

/** Deposits and withdrawals that have ended, and some that are under way. */
async function useChain(on: TestServer): Promise<void> {
  const chain = new ChainControl(on);
  await chain.stopMining();
  const user = await newWithdrawer(on, { USDT: '10000' });
  const { min_deposit: minimum } = await coinOf(on, user.token, 'ETH');
  const withdrawn = async (amount: string, phase: Withdrawal['phase']) => {
    const { id } = dataOf(await withdraw(on, user, { amount }));
    await inPhase(on, user, id, phase);
    return id;
  };
  const paid = await withdrawn('20', 'confirming');
  await chain.deposit(user.token, 'ETH', '2');
  await chain.deposit(user.token, 'ETH', String(Number(minimum) / 10));
  await chain.mine(CHAIN_LIMITS.withdrawal_confirmations);
  await inPhase(on, user, paid, 'success');
  const gone = await chain.deposit(user.token, 'ETH', '3');
  await chain.mine();
  await chain.reorganise(1, [gone]);
  await chain.deposit(user.token, 'ETH', '4');
  await chain.mine();
  await chain.deposit(user.token, 'ETH', '5');
  await withdrawn('30', 'confirming');
  await withdrawn('2000', 'pending_review');
}

/** Fiat orders in each state, of one merchant. */
async function tradeForFiat(on: TestServer): Promise<void> {
  const merchant = await newMerchant(on);
  const ad = await postAd(merchant, 'sell');
  const ordered = async (...steps: readonly (readonly ['buyer' | 'seller', OrderCall])[]) => {
    const scene = await placedOrder(on, 'sell', { merchant, ad });
    let { order } = scene;
    for (const [side, step] of steps) order = await done(step, scene[side], order);
  };
  const paid = ['buyer', declare] as const;
  await Promise.all([
    ordered(),
    ordered(paid),
    ordered(paid, ['seller', postpone]),
    ordered(paid, ['seller', markAbnormal]),
    ordered(paid, ['buyer', applyRights]),
    ordered(paid, ['seller', confirm]),
    ordered(['buyer', cancel]),
  ]);
}

/** An open and a closed contract order. */
async function tradeContracts(on: TestServer): Promise<void> {
  const market = await ContractMarket.open(on, 'BTC');
  await market.price('97250');
  const user = await ContractUser.open(on, '10000');
  await user.place(market);
  const { id } = await user.place(market);
  await user.ask('closeLeverPosition', { id });
}

/** Spot orders that rest, are executed and are canceled, savings and a subscription to an offering. */
async function invest(on: TestServer): Promise<void> {
  const [user, other] = [
    await newTrader(on, { USDT: '100000', ETH: '10' }),
    await newTrader(on, { USDT: '100000', ETH: '10' }),
  ];
  const { id, priceAt } = await findMarket(on, 'ETH');
  const order = { currency_match_id: id, type: 'limit', quantity: '1' } as const;
  const place = async (by: TestUser, side: 'buy' | 'sell', price: string) =>
    dataOf(await placeOrder(on, by, { ...order, side, price }));
  await place(user, 'buy', priceAt(1));
  await place(other, 'sell', priceAt(1));
  const canceled = await place(user, 'buy', priceAt(0.98));
  dataOf(await on.call('cancelOrder', { id: canceled.id }, { token: user.token }));
  await place(user, 'buy', priceAt(0.98));
  dataOf(await subscribe(on, user, { amount: '500', product: await findProduct(on) }));
  dataOf(await subscribeOffering(on, user, { quantity: '100' }));
  const { spot, contract } = ACCOUNT_TYPES;
  await ContractUser.of(on, user).move(spot, contract, '50');
}

const STATES = [
  ['deposits', 'phase'],
  ['withdrawals', 'phase'],
  ['fiat_orders', 'state'],
  ['lever_orders', 'state'],
  ['spot_orders', 'state'],
  ['staking_positions', 'phase'],
  ['ieo_offerings', 'phase'],
  ['ieo_subscriptions', 'phase'],
] as const;

/** Moves all rows to a database of the older version, which takes the place of theirs. @returns the states of records. */
async function turnOlder(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const postgres = await launchPostgres({ dataDir, log: createLog('silent') });
  const of = (name: string): DatabaseAddress => ({
    connectionString: `socket:${openRunFolder(dataDir)}?db=${name}&user=${EMBEDDED_ROLE}`,
  });
  await withClient(of('postgres'), (client) => client.query(`create database ${OLDER}`));
  await migrateDatabase(of(OLDER), { folder: olderMigrations(folders.make(), MISSING) });
  const backup = await backUp(of('postgres'));
  const states = await withClient(of(OLDER), async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const older = tables.map(({ name }) => name).filter((name) => name !== 'ledger_guards');
    await restore(new Map(older.map((name) => [name, backup.get(name) ?? '[]'])), of(OLDER));
    // A server of that version has accepted the triggers of its own tables.
    await storeGuard(drizzle({ client }), await readGuard(client), Date.now());
    const { rows } = await client.query<{ name: string; states: string }>(
      STATES.map(
        ([table, column]) =>
          `select '${table}' as name, string_agg(distinct ${column}, ' ' order by ${column}) as states from ${table}`,
      ).join(' union all '),
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.states]));
  });
  await withClient(of('template1'), async (client) => {
    await client.query('drop database postgres with (force)');
    await client.query(`alter database ${OLDER} rename to postgres`);
  });
  await postgres.stop();
  return states;
}

test('a start migrates a database with records of every kind, and the verifier finds nothing', async () => {
  const on = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  server = on;
  await Promise.all([tradeForFiat(on), tradeContracts(on), invest(on), useChain(on)]);
  await on.terminate();
  expect(await turnOlder(on.dataDir)).toEqual({
    deposits: 'below_minimum credited reversed seen settled',
    withdrawals: 'confirming pending_review success',
    fiat_orders: 'abnormal cancelled completed paid postponed rights_protection unpaid',
    lever_orders: 'closed in_trading',
    spot_orders: 'cancelled executed paid',
    staking_positions: 'in_effect',
    ieo_offerings: 'ended preheat subscribing',
    ieo_subscriptions: 'committed',
  });

  const startedAt = Date.now();
  await on.restart();
  await eventually(async () => {
    const passes = await queryServer<{ faults: string[] }>(
      on,
      'select faults from ledger_verifications where at_ms >= $1',
      [startedAt],
    );
    expect(passes).toEqual([{ faults: [] }]);
  });
  // Deposits that were credited before go on.
  await new ChainControl(on).mine(CHAIN_LIMITS.deposit_unlock_confirmations);
  const settled = 'select from deposits where phase = $1';
  await eventually(async () => expect(await queryServer(on, settled, ['settled'])).toHaveLength(3));
  expect((await on.verifyLedger()).faults).toEqual([]);
});
