/** The orders that changed last, by the spot journal: a start rechecks them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { createMatchingEngine } from '../../../server/engine/matching-engine.ts';
import { createLog } from '../../../server/kit/log.ts';
import { createOrderRecordRepo } from '../../../server/areas/spot/order-record.repo.ts';
import { syncSpotMarketRows } from '../../../server/areas/spot/spot-markets.repo.ts';
import { SpotMemory } from '../../../server/areas/spot/spot-memory.ts';
import { openSpotStore } from '../../../server/areas/spot/spot-store.repo.ts';
import type { OpenedStore } from '../../../server/areas/spot/spot-store.repo.ts';
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

const ANN = 1;
const BOB = 2;

let scratch: ScratchDatabase;
let database: Database;
let opened: OpenedStore;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  const address = await scratch.copy();
  database = openDatabase(address, createLog('silent'));
  await syncSpotMarketRows(database, [BTC_USDT]);
  opened = await openSpotStore({ address, database, onLost: () => {} });
});
afterAll(async () => {
  await opened.store.close();
  await database.$client.end();
  await scratch.stop();
});

test('they are those of the newest trades, placements and ends, and none exist without', async () => {
  const repo = createOrderRecordRepo(database);
  const moved = async (count: number) =>
    [...(await repo.lastMovedOrders(count))].toSorted((a, b) => a - b);
  expect(await moved(100)).toEqual([]);

  const memory = new SpotMemory({
    markets: [BTC_USDT],
    snapshot: opened.snapshot,
    reference: { priceTicks: () => REFERENCE_TICKS },
    createEngine: createMatchingEngine,
  });
  for (const ownerId of [ANN, BOB]) memory.balances.load(ownerId, []);
  const request = { requestId: 'request', now: NOW };
  const amount = units(1_000n * COIN);
  memory.grant({ ...request, ownerId: ANN, currencyId: USDT, amount });
  memory.grant({ ...request, ownerId: BOB, currencyId: BTC, amount });
  for (let id = 1; id <= 3; id += 1) memory.place(newOrder({ ownerId: ANN }));
  // Order 4 matches the first one.
  memory.place(newOrder({ ownerId: BOB, side: 'sell', quantityLots: 500 }));
  memory.cancel({ ...request, ownerId: ANN }, 3);
  await opened.store.commit(memory.seal());

  expect(await moved(1)).toEqual([3]);
  expect(await moved(2)).toEqual([1, 3, 4]);
  expect(await moved(3)).toEqual([1, 3, 4]);
  expect(await moved(100)).toEqual([1, 2, 3, 4]);
});
