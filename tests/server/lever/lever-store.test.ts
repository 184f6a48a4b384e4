/**
 * The dealing writer's store in PostgreSQL: a batch is committed whole or not at all, only by the writer with the
 * current epoch, and the next start finds what memory had.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/time.ts';
import {
  findContractOwners,
  findStoredAccounts,
  findStoredHouse,
} from '../../../server/areas/lever/account-audit.repo.ts';
import { createLeverHistory } from '../../../server/areas/lever/lever-history.ts';
import {
  findLeverMarkets,
  insertLeverMarkets,
} from '../../../server/areas/lever/lever-markets.repo.ts';
import { restoredOrderOf } from '../../../server/areas/lever/lever-order-rows.ts';
import { openLeverStore } from '../../../server/areas/lever/lever-store.repo.ts';
import type {
  OpenedLeverStore,
  SealedLeverBatch,
} from '../../../server/areas/lever/lever-store.types.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { CAL, grantContractMoney, tradeContracts } from '../../support/lever/contract-ledger.ts';
import {
  BTC_MARKET,
  ContractExchange,
  ETH_MARKET,
  EUR_MARKET,
  FRIDAY,
  USDT,
} from '../../support/lever/contract-exchange.ts';
import { usdt } from '../../support/lever/lever-scene.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { ANN, BOB, keepSmallLedger } from '../../support/ledger/small-ledger.ts';

const STRANGER = 99;
const MARKETS = [BTC_MARKET, ETH_MARKET, EUR_MARKET];

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let database: Database;
const opened: OpenedLeverStore[] = [];

beforeAll(async () => {
  scratch = await startScratchDatabase();
  await withClient(scratch.original, keepSmallLedger);
  await withClient(scratch.original, grantContractMoney);
});
afterAll(() => scratch.stop());
beforeEach(async () => {
  address = await scratch.copy();
  database = openDatabase(address, createLog('silent'));
  await database.transaction((tx) => insertLeverMarkets(tx, MARKETS, FRIDAY));
});
afterEach(async () => {
  for (const { store } of opened.splice(0)) await store.close();
  await database.$client.end();
});

async function open(): Promise<OpenedLeverStore> {
  const store = await openLeverStore({ address, database, onLost: () => {} });
  opened.push(store);
  return store;
}

async function exchange(): Promise<ContractExchange> {
  const contracts = new ContractExchange(await open());
  await contracts.load(ANN, BOB, CAL);
  return contracts;
}

/** An exchange that has committed all trades of the ledger for tests. */
async function traded(): Promise<{ contracts: ContractExchange; batch: SealedLeverBatch }> {
  const contracts = await exchange();
  tradeContracts(contracts);
  return { contracts, batch: await contracts.commit() };
}

const isOpen = ({ state }: { state: string }) => state !== 'closed' && state !== 'cancelled';

test('a stored batch equals memory, and the next server finds it', async () => {
  const { contracts, batch } = await traded();
  expect(batch.newOrders.map(({ state }) => state)).toEqual([
    'closed',
    'in_trading',
    'cancelled',
    'closed',
    'closed',
    'in_trading',
    'closing',
    'pending',
  ]);
  const { snapshot, store } = await open();
  expect(snapshot.markets).toEqual(MARKETS);
  expect(snapshot.openOrders).toEqual(batch.newOrders.filter(isOpen).map(restoredOrderOf));
  expect(snapshot.house).toEqual(contracts.memory.house);
  expect(snapshot.house.base).toBe(usdt('10000000'));
  const lastTicks = [...snapshot.lastMarks].map(([id, { ticks }]) => [id, ticks] as const);
  expect(new Map(lastTicks)).toEqual(
    new Map([
      [BTC_MARKET.id, 9_000_000],
      [ETH_MARKET.id, 342_000],
      [EUR_MARKET.id, 108_620],
    ]),
  );
  const lastSeq = Math.max(...batch.usedMarks.map(({ seq }) => seq));
  expect(Math.max(...[...snapshot.lastMarks.values()].map(({ seq }) => seq))).toBe(lastSeq);
  expect(snapshot).toMatchObject({
    lastOrderId: 8,
    lastMovement: batch.ledger.movements.length,
    lastFundId: 1,
  });
  for (const order of batch.newOrders) expect(await store.findOrder(order.id)).toEqual(order);
  // The exchange, and owners of open orders.
  expect([...snapshot.balances.keys()].toSorted((a, b) => a - b)).toEqual([0, ANN, CAL]);
  for (const { ownerId, available, frozen } of batch.committed.accounts)
    expect((await store.balancesOf([ownerId])).get(ownerId)).toContainEqual(
      expect.objectContaining({ accountType: 2, available, frozen }),
    );
});

test('later batches update existing rows', async () => {
  const { contracts } = await traded();
  contracts.now += 1;
  contracts.cancel(ANN, 8);
  const batch = await contracts.commit();
  expect(batch.newOrders).toEqual([]);
  expect(await contracts.store.findOrder(8)).toMatchObject({
    state: 'cancelled',
    cancelReason: 'owner',
    reserve: 0n,
    idempotencyKey: 'key-8',
    updatedAtMs: contracts.now,
  });
});

test('keys are found from a time on, with the terms of their orders', async () => {
  const { contracts } = await traded();
  const { store, now } = contracts;
  const last = {
    key: 'key-8',
    recordId: 8,
    terms: '1 short limit 100 10 9100000 ',
    createdAtMs: now,
  };
  expect(await store.keysOf(ANN, FRIDAY)).toMatchObject(
    [1, 2, 3, 7, 8].map((recordId) => ({ recordId, key: `key-${recordId}` })),
  );
  expect(await store.keysOf(ANN, now)).toEqual([last]);
  expect(await store.keysOf(ANN, now + 1)).toEqual([]);
});

test('an order that has ended is not changed again, and no order is removed', async () => {
  await traded();
  const run = (statement: string) => database.$client.query(statement);
  await expect(run('update lever_orders set profit = profit + 1 where id = 1')).rejects.toThrow(
    'contract order 1 has ended',
  );
  await expect(run('update lever_orders set revision = 9 where id = 3')).rejects.toThrow(
    'contract order 3 has ended',
  );
  await expect(run('delete from lever_orders')).rejects.toThrow('append-only');
  await expect(run('update mark_ticks set ticks = 1')).rejects.toThrow('append-only');
});

test('changed terms are a further version, and a market keeps the size of its lot', async () => {
  const { store } = await open();
  const changed = { ...BTC_MARKET, spreadPpm: 300, status: 'close_only', revision: 2 } as const;
  expect(await store.setTerms({ ...changed, lotSize: '5' }, FRIDAY + 1)).toBe(true);
  expect(await findLeverMarkets(database)).toContainEqual(changed);
  const { rows } = await database.$client.query(
    'select revision, spread_ppm from lever_terms where market_id = 1 order by revision',
  );
  expect(rows).toEqual([
    { revision: 1, spread_ppm: 200 },
    { revision: 2, spread_ppm: 300 },
  ]);
  // The same version again, as for an announced end, changes no stored terms.
  expect(await store.setTerms({ ...changed, endsAtMs: FRIDAY + 5 }, FRIDAY + 2)).toBe(true);
  expect((await findLeverMarkets(database))[0]).toMatchObject({ endsAtMs: FRIDAY + 5 });
});

describe('notices to users', () => {
  const stored = async () => {
    const { rows } = await database.$client.query<{ topic: string; payload: object }>(
      'select topic, payload from outbox order by id',
    );
    return rows;
  };

  test('are stored by the commit that decides them, so that a kill after it loses none', async () => {
    const { batch } = await traded();
    expect(await stored()).toEqual(batch.notices);
    expect(batch.notices).toContainEqual({
      topic: 'user_notice',
      payload: { userId: BOB, notice: { kind: 'stoppedOut' } },
    });
  });

  test('of an announced end are stored once for each owner of an open order, with the terms', async () => {
    const { contracts } = await traded();
    await database.$client.query('delete from outbox');
    const terms = { ...BTC_MARKET, endsAtMs: FRIDAY + DAY_MS, revision: 2 };
    const draft = { topic: 'told', payload: { userId: 0, about: 'end' } };
    expect(await contracts.store.setTerms(terms, FRIDAY, [draft])).toBe(true);
    // Ann has a position and a pending order.
    expect(await stored()).toEqual([{ topic: 'told', payload: { userId: ANN, about: 'end' } }]);
    expect((await findLeverMarkets(database))[0]).toMatchObject({ endsAtMs: FRIDAY + DAY_MS });
  });
});

describe('another writer that takes over', () => {
  test('leaves no rows for the first one to write', async () => {
    const first = await exchange();
    tradeContracts(first);
    const { store } = await open();
    expect(await first.store.isCurrent()).toBe(false);
    expect(await store.isCurrent()).toBe(true);
    expect(await first.store.commit(first.memory.seal())).toBe(false);
    expect(await first.store.setTerms({ ...BTC_MARKET, revision: 2 }, FRIDAY)).toBe(false);
    const { rows } = await database.$client.query<{ count: bigint }>(`
      select (select count(*) from lever_orders) + (select count(*) from lever_events)
        + (select count(*) from mark_ticks) + (select count(*) from lever_funds)
        + (select count(*) from ledger_movements where journal = 3)
        + (select count(*) from lever_terms where revision = 2)
        + (select count(*) from outbox) as count`);
    expect(rows).toEqual([{ count: 0n }]);
  });
});

describe('a batch is rolled back as a whole', () => {
  test.each([
    [
      'an order that must exist is missing',
      'alter table lever_orders disable trigger lever_orders_kept; delete from lever_orders where id = 8',
    ],
    [
      'an account that must exist is missing',
      `delete from ledger_accounts where owner_id = ${ANN}`,
    ],
    [
      'an order of the same number exists',
      'insert into lever_orders select (jsonb_populate_record(o, \'{"id": 9}\')).* from lever_orders o where id = 8',
    ],
  ])('when %s', async (_what, statement) => {
    const { contracts } = await traded();
    const count = async () =>
      (await database.$client.query('select from ledger_movements where journal = 3')).rowCount;
    const before = await count();
    await database.$client.query(statement);
    // A frozen market would set aside all that she has.
    contracts.mark(EUR_MARKET, 108_620);
    contracts.cancel(ANN, 8);
    contracts.place(BTC_MARKET, {
      ownerId: ANN,
      direction: 'long',
      lots: 1,
      multiple: 10,
      limitTicks: 8_900_000,
    });
    await expect(contracts.commit()).rejects.toThrow(/division by zero|duplicate key/);
    expect(await count()).toBe(before);
  });
});

test('the check of accounts reads them and the funds of contracts as memory has them', async () => {
  const { batch, contracts } = await traded();
  const { pool, insurance } = contracts.memory.house;
  expect(await findStoredHouse(database, USDT)).toEqual({ pool, insurance });
  expect((await findContractOwners(database)).toSorted((a, b) => a - b)).toEqual([ANN, CAL]);
  const owners = batch.committed.accounts;
  expect(owners.map(({ ownerId }) => ownerId).toSorted((a, b) => a - b)).toEqual([ANN, BOB, CAL]);
  const stored = await findStoredAccounts(database, [ANN, BOB, CAL, STRANGER], USDT);
  expect(stored).toHaveLength(4);
  for (const { ownerId, available, frozen, debt } of owners)
    expect(stored).toContainEqual({
      ownerId,
      available,
      frozen,
      debt,
      orders: batch.newOrders
        .filter((order) => order.ownerId === ownerId && isOpen(order))
        .map(({ id, revision, reserve, takeProfitTicks, stopLossTicks, opening }) => ({
          id,
          revision,
          reserve,
          takeProfitTicks,
          stopLossTicks,
          openTicks: opening?.ticks ?? null,
          margin: opening?.margin ?? null,
        })),
    });
  expect(stored).toContainEqual({
    ownerId: STRANGER,
    available: 0n,
    frozen: 0n,
    debt: 0n,
    orders: [],
  });
});

describe('history', () => {
  test('has ended orders by page, newest first, of one market or of all', async () => {
    await traded();
    const history = createLeverHistory(database);
    const ids = async (filter: Partial<Parameters<typeof history.page>[0]>) => {
      const { orders, next } = await history.page({ ownerId: ANN, count: 10, ...filter });
      return [orders.map(({ id }) => id), next];
    };
    expect(await ids({})).toEqual([[3, 1], null]);
    expect(await ids({ count: 1 })).toEqual([[3], 3]);
    expect(await ids({ count: 1, before: 3 })).toEqual([[1], null]);
    expect(await ids({ marketId: ETH_MARKET.id })).toEqual([[], null]);
    expect(await ids({ ownerId: BOB })).toEqual([[4], null]);
  });

  test('has an order with its events, and the marks with their sources', async () => {
    const { batch } = await traded();
    const history = createLeverHistory(database);
    const record = await history.detail(ANN, 1);
    expect(record?.events.map(({ type, revision }) => [type, revision])).toEqual([
      ['opened', 2],
      ['amended', 3],
      ['closed', 5],
    ]);
    expect(record?.events).toEqual(batch.events.filter(({ orderId }) => orderId === 1));
    const { openMark, closeMark } = record ?? {};
    expect(openMark).toMatchObject({ ticks: 9_725_000, seq: record?.order.opening?.markSeq });
    expect(closeMark?.sources).toEqual(
      [9_911_997, 9_912_000, 9_912_002].map((ticks, index) => ({
        sourceId: `source-${index + 1}`,
        ticks,
        atMs: closeMark?.atMs,
      })),
    );
    expect(await history.mark(BTC_MARKET.id, openMark?.seq ?? 0)).toEqual(openMark);
    expect(await history.mark(BTC_MARKET.id, 999)).toBeUndefined();
    expect(await history.detail(BOB, 1)).toBeUndefined();
  });

  test('has the opening and the newest events of an order that was amended very often', async () => {
    await traded();
    await database.$client.query(`
      insert into lever_events (order_id, revision, type, at_ms, actor_id, request_id)
      select 2, revision, 'amended', 0, ${ANN}, 'r' from generate_series(100, 1099) revision`);
    await database.$client.query('update lever_orders set revision = 1099 where id = 2');
    const record = await createLeverHistory(database).detail(ANN, 2);
    const [placed, opening, ...later] = record?.events ?? [];
    expect(placed).toMatchObject({ type: 'placed', revision: 1 });
    expect(opening).toMatchObject({ type: 'opened', markSeq: record?.openMark?.seq });
    expect(later).toHaveLength(200);
    expect(later.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 200 }, (_, at) => 900 + at),
    );
  });
});
