/**
 * The commit statement in PostgreSQL: a batch is committed whole or not at all, and only by the writer with
 * the current epoch.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import { createLog } from '../../../server/kit/log.ts';
import { TRANSIT_ACCOUNT } from '../../../server/ledger/chart.ts';
import { transferIntoSpot } from '../../../server/areas/wallet/wallet-recipes.ts';
import { openSpotExchange } from '../../../server/areas/spot/open-spot-exchange.ts';
import { syncSpotMarketRows } from '../../../server/areas/spot/spot-markets.repo.ts';
import { SpotMemory } from '../../../server/areas/spot/spot-memory.ts';
import { openSpotStore } from '../../../server/areas/spot/spot-store.repo.ts';
import type { OpenedStore } from '../../../server/areas/spot/spot-store.repo.ts';
import type { SealedBatch } from '../../../server/areas/spot/spot-store.types.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import {
  BTC,
  BTC_USDT,
  COIN,
  newOrder,
  NOW,
  REFERENCE_TICKS,
  USDT,
} from '../../support/spot/spot-exchange.ts';
import { silentJobs } from '../../support/silent-jobs.ts';

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let database: Database;
const opened: OpenedStore[] = [];

beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  address = await scratch.copy();
  database = openDatabase(address, createLog('silent'));
  await syncSpotMarketRows(database, [BTC_USDT]);
});
afterEach(async () => {
  for (const { store } of opened.splice(0)) await store.close();
  await database.$client.end();
});

async function open(): Promise<OpenedStore> {
  const store = await openSpotStore({ address, database, onLost: () => {} });
  opened.push(store);
  return store;
}

/** A memory that has read the accounts of two users, who have none. */
function memoryOver({ snapshot }: Pick<OpenedStore, 'snapshot'>): SpotMemory {
  const memory = new SpotMemory({
    markets: [BTC_USDT],
    snapshot,
    reference: { priceTicks: () => REFERENCE_TICKS },
    createEngine: createMatchingEngine,
  });
  for (const ownerId of [1, 2]) memory.balances.load(ownerId, []);
  return memory;
}

/** A grant to two users, a resting order, and an order that takes half of it. */
function deal(memory: SpotMemory): SealedBatch {
  const request = { requestId: `"quoted\\ and, {strange}`, now: NOW };
  for (const [ownerId, currencyId] of [
    [1, USDT],
    [2, BTC],
  ] as const)
    memory.grant({ ...request, ownerId, currencyId, amount: units(1_000n * COIN) });
  memory.place(newOrder({ ...request, idempotencyKey: 'key-of-a-test-0001' }));
  memory.place(newOrder({ ...request, ownerId: 2, side: 'sell', quantityLots: 500 }));
  return memory.seal();
}

async function rows(table: string): Promise<readonly Record<string, unknown>[]> {
  const found = await database.$client.query<Record<string, unknown>>(
    `select * from ${table} order by 1, 2, 3`,
  );
  return found.rows;
}
const counts = async () => ({
  accounts: (await rows('ledger_accounts')).length,
  movements: (await rows('ledger_movements')).length,
  entries: (await rows('ledger_entries')).length,
  orders: (await rows('spot_orders')).length,
  deals: (await rows('spot_deals')).length,
});
const NOTHING = { accounts: 0, movements: 0, entries: 0, orders: 0, deals: 0 };

test('the status of a market is read when the turn is taken', async () => {
  const first = await open();
  await first.store.setStatus(1, 'halted');
  const exchange = await openSpotExchange({
    address,
    database,
    // The market as read before its status changed.
    markets: [BTC_USDT],
    reference: { priceTicks: () => REFERENCE_TICKS },
    clock: { now: () => NOW },
    log: createLog('silent'),
    jobs: silentJobs(),
    onFatal: () => {},
  });
  expect(exchange.markets.get(1)?.status).toBe('halted');
  await exchange.close();
});

test('a database that loses acknowledged orders in a crash is refused where it must be', async () => {
  const { rows: named } = await database.$client.query<{ name: string }>(
    'select current_database() as name',
  );
  await database.$client.query(`alter database "${named[0]?.name}" set synchronous_commit = off`);
  const opening = openSpotExchange({
    address,
    database,
    markets: [BTC_USDT],
    reference: { priceTicks: () => REFERENCE_TICKS },
    clock: { now: () => NOW },
    log: createLog('silent'),
    jobs: silentJobs(),
    refusesLossyDatabase: true,
    onFatal: () => {},
  });
  await expect(opening).rejects.toThrow(/loses orders that were acknowledged: synchronous_commit/);
});

test('a stored batch equals memory, and the next server finds it', async () => {
  const first = await open();
  const memory = memoryOver(first);
  const batch = deal(memory);
  expect(await first.store.commit(batch)).toBe(true);
  expect(await counts()).toEqual({ accounts: 8, movements: 5, entries: 12, orders: 2, deals: 1 });
  const { snapshot, store } = await open();
  const balances = await store.balancesOf([1, 2]);
  expect(snapshot.openOrders).toEqual(batch.newOrders.filter(({ state }) => state === 'paid'));
  expect(snapshot).toMatchObject({
    lastOrderId: 2,
    lastDealId: 1,
    lastMovement: 5,
  });
  const balance = (ownerId: number, currencyId: number) =>
    balances.get(ownerId)?.find((each) => each.currencyId === currencyId);
  expect(balance(1, USDT)).toMatchObject({ available: 900n * COIN, frozen: 50n * COIN });
  expect(balance(2, BTC)).toMatchObject({ available: 1_000n * COIN - COIN / 2n, frozen: 0n });
  // Only the owner of an open order is read at the start.
  expect([...snapshot.balances].filter(([id]) => id > 0)).toEqual([[1, balances.get(1)]]);
});

test('later batches update existing rows', async () => {
  const { store, snapshot } = await open();
  const memory = memoryOver({ snapshot });
  await store.commit(deal(memory));
  memory.cancel({ ownerId: 1, requestId: 'r', now: NOW + 1 }, 1);
  expect(await store.commit(memory.seal())).toBe(true);
  expect(await store.findOrder(1)).toMatchObject({
    state: 'cancelled',
    endReason: 'owner',
    reserved: 0n,
    executedLots: 500,
    updatedAtMs: NOW + 1,
  });
  expect(await store.keysOf(1, NOW - 1)).toEqual([
    {
      key: 'key-of-a-test-0001',
      recordId: 1,
      terms: '1 buy limit 10000 1000 ',
      createdAtMs: NOW,
    },
  ]);
  expect(await store.keysOf(1, NOW)).toMatchObject([{ recordId: 1 }]);
  expect(await store.keysOf(1, NOW + 1)).toEqual([]);
});

describe('another writer that takes over', () => {
  test('leaves no rows for the first one to write', async () => {
    const first = await open();
    const second = await open();
    expect(await first.store.isCurrent()).toBe(false);
    expect(await second.store.isCurrent()).toBe(true);
    expect(await first.store.commit(deal(memoryOver(first)))).toBe(false);
    expect(await first.store.setStatus(1, 'halted')).toBe(false);
    expect(await counts()).toEqual(NOTHING);
    expect(await second.store.commit(deal(memoryOver(second)))).toBe(true);
  });
});

describe('a batch is rolled back as a whole', () => {
  test('when a required row is missing', async () => {
    const { store, snapshot } = await open();
    const memory = memoryOver({ snapshot });
    await store.commit(deal(memory));
    const before = await counts();
    await database.$client.query('delete from ledger_accounts where owner_id = 1');
    memory.cancel({ ownerId: 1, requestId: 'r', now: NOW }, 1);
    await expect(store.commit(memory.seal())).rejects.toThrow(/division by zero/);
    expect(await counts()).toMatchObject({ movements: before.movements, entries: before.entries });
    expect(await store.findOrder(1)).toMatchObject({ state: 'paid' });
  });

  test.each(['40001', '40P01'])('and retried when PostgreSQL requests it: %s', async (code) => {
    await database.$client.query(`
      create sequence tries;
      create function fail_twice() returns trigger language plpgsql as $$ begin
        if nextval('tries') <= 2 then raise exception 'again' using errcode = '${code}'; end if;
        return null; end $$;
      create trigger fail_twice after insert on spot_deals execute function fail_twice()`);
    const { store, snapshot } = await open();
    expect(await store.commit(deal(memoryOver({ snapshot })))).toBe(true);
    expect(await counts()).toMatchObject({ movements: 5, deals: 1 });
    const { rows: tries } = await database.$client.query('select last_value::int as n from tries');
    expect(tries).toEqual([{ n: 3 }]);
  });
});

describe('postings of a batch', () => {
  const moved = transferIntoSpot({
    causeId: '1',
    ownerId: 1,
    actorId: 1,
    requestId: 'r',
    currencyId: USDT,
    amount: units(5n),
  });
  /** A stored posting whose money is in transit. @returns a batch that books it. */
  async function written(memory: SpotMemory, state: string): Promise<SealedBatch> {
    await database.$client.query(
      `insert into ledger_accounts values (1, ${TRANSIT_ACCOUNT}, ${USDT}, 5, 0), (1, 1, ${USDT}, 0, 0)`,
    );
    await database.$client.query(
      `insert into spot_postings (recipe, cause_id, actor_id, request_id, entries, created_at_ms, refused_at_ms)
       values ('transfer.into_spot', '1', 1, 'r', '[]', 0, ${state})`,
    );
    memory.bookPosting({ id: 1, movement: moved }, NOW);
    return memory.seal();
  }

  test('that was refused are never booked', async () => {
    const { store, snapshot } = await open();
    const batch = await written(memoryOver({ snapshot }), '1');
    await expect(store.commit(batch)).rejects.toThrow(/division by zero/);
    expect(await counts()).toEqual({ ...NOTHING, accounts: 2 });
  });

  test('lock transit after all other accounts, like movements that add to it', async () => {
    const { store, snapshot } = await open();
    const batch = await written(memoryOver({ snapshot }), 'null');
    const [other, looker] = [await database.$client.connect(), await database.$client.connect()];
    try {
      await other.query('begin');
      await other.query('select from ledger_accounts where account_type = 1 for update');
      const committing = store.commit(batch);
      await expect
        .poll(async () => {
          const { rows: waiting } = await looker.query(
            `select from pg_stat_activity where application_name = 'meridian spot writer'
               and wait_event_type = 'Lock'`,
          );
          return waiting.length;
        })
        .toBe(1);
      const { rows: free } = await looker.query(
        `select 1 from ledger_accounts where account_type = ${TRANSIT_ACCOUNT} for update nowait`,
      );
      expect(free).toHaveLength(1);
      await other.query('commit');
      expect(await committing).toBe(true);
    } finally {
      other.release();
      looker.release();
    }
  });
});
