/** A commit writes every column that its orders have changed, after each step of an order, for few and many rows. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { insertLeverMarkets } from '../../../server/areas/lever/lever-markets.repo.ts';
import { stepsOfBatch } from '../../../server/areas/lever/lever-order-steps.ts';
import type { StoredLeverOrder } from '../../../server/areas/lever/lever-store.types.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { BTC_MARKET, ContractExchange, FRIDAY } from '../../support/lever/contract-exchange.ts';
import { grantContractMoney } from '../../support/lever/contract-ledger.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { ANN, BOB, keepSmallLedger } from '../../support/ledger/small-ledger.ts';

const LONG = { direction: 'long', lots: 10, multiple: 20 } as const;

let scratch: ScratchDatabase;
let database: Database;
let contracts: ContractExchange;
/** Every order as its last commit left it in memory. */
const orders = new Map<number, StoredLeverOrder>();

beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, keepSmallLedger);
  await withClient(scratch.original, grantContractMoney);
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  orders.clear();
  const address = await scratch.copy();
  database = openDatabase(address, createLog('silent'));
  await database.transaction((tx) => insertLeverMarkets(tx, [BTC_MARKET], FRIDAY));
  contracts = await ContractExchange.open(address, database);
  await contracts.load(ANN, BOB);
  contracts.memory.fundHouse(usdt('10000000'), usdt('500'), 'fund', contracts.now);
  contracts.mark(BTC_MARKET, 9_725_000);
});
afterEach(async () => {
  await contracts.store.close();
  await database.$client.end();
});

/** Commits, and expects all orders in the store as memory has them. @returns the steps of the orders. */
async function commit() {
  const batch = await contracts.commit();
  for (const order of batch.newOrders) orders.set(order.id, order);
  for (const order of batch.changedOrders) {
    const { idempotencyKey, requestId } = ensure(orders.get(order.id), 'an earlier commit');
    orders.set(order.id, { ...order, idempotencyKey, requestId });
  }
  for (const [id, order] of orders) expect(await contracts.store.findOrder(id)).toEqual(order);
  contracts.now += 1;
  return stepsOfBatch(batch);
}

test('each step of an order in a commit of its own', async () => {
  const limit = contracts.place(BTC_MARKET, { ...LONG, ownerId: ANN, limitTicks: 9_600_000 });
  const other = contracts.place(BTC_MARKET, { ...LONG, ownerId: ANN, limitTicks: 9_500_000 });
  const own = contracts.place(BTC_MARKET, { ...LONG, ownerId: ANN });
  const poor = contracts.place(BTC_MARKET, { ...LONG, ownerId: BOB, lots: 250 });
  expect(await commit()).toBe('closes');
  const targets = { takeProfitTicks: 9_900_000, stopLossTicks: 8_000_000 };
  contracts.amend({ ownerId: ANN, id: own, revision: 2, ...targets });
  expect(await commit()).toBe('closes');
  contracts.cancel(ANN, other);
  expect(await commit()).toBe('all');
  contracts.mark(BTC_MARKET, 9_590_000);
  expect(await commit()).toBe('all');
  contracts.close(ANN, own);
  expect(await commit()).toBe('closes');
  contracts.mark(BTC_MARKET, 9_000_000);
  expect(await commit()).toBe('stop_outs');
  contracts.freeze(BTC_MARKET);
  contracts.close(ANN, limit);
  expect(await commit()).toBe('closes');
  expect(orders.get(limit)).toMatchObject({ state: 'closing', closeReason: 'owner' });
  contracts.memory.command({ ownerId: ANN, requestId: 'r', now: contracts.now }, (core, now) =>
    core.withdrawClose({ ownerId: ANN, id: limit }, now),
  );
  expect(await commit()).toBe('closes');
  expect(orders.get(limit)).toMatchObject({ state: 'in_trading', closeReason: null });
  contracts.mark(BTC_MARKET, 9_200_000);
  const both = contracts.place(BTC_MARKET, { ...LONG, ownerId: ANN });
  contracts.close(ANN, both);
  expect(await commit()).toBe('all');
  expect(orders.get(poor)).toMatchObject({ state: 'closed', closeReason: 'stop_out' });
});

test('more rows than are read by place', async () => {
  const ids = Array.from({ length: 90 }, () =>
    contracts.place(BTC_MARKET, { ...LONG, lots: 1, ownerId: ANN }),
  );
  expect(await commit()).toBe('closes');
  for (const id of ids) contracts.close(ANN, id);
  contracts.place(BTC_MARKET, { ...LONG, ownerId: ANN });
  expect(await commit()).toBe('closes');
  expect([...orders.values()].filter(({ state }) => state === 'closed')).toHaveLength(90);
});
