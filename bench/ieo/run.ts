/**
 * The end of an offering in real PostgreSQL: the allocation alone, the published lists with the stored allocation, and
 * the settlement of each subscription in a transaction of its own. Then an offering that a server distributes while
 * users place orders.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { allocate } from '../../contract/figures/allocation.ts';
import { openDatabase } from '../../server/kit/db/database.ts';
import { createLog } from '../../server/kit/log.ts';
import { roundsOn, seedOffering } from '../../tests/support/ieo/stored-offering.ts';
import {
  startScratchDatabase,
  withClient,
} from '../../tests/support/databases/scratch-database.ts';
import { sized } from '../lib/mode.ts';
import { printGoals, printTable, round } from '../lib/table.ts';
import { measureDistributionWithOrders, ORDERS_PER_S } from './with-orders.ts';

const SUBSCRIPTIONS = sized(100_000, 100);
/** Time for which settlements are counted. */
const COUNTED_MS = sized(20_000, 1_000);
const ALLOCATION_S_MAX = 1;
const SETTLED_PER_S_MIN = 500;
/** A rule that reads all movements for each settlement took more than two minutes. */
const VERIFIED_S_MAX = 20;
const MS_PER_S = 1_000;
const POLL_MS = sized(500, 20);

const wanted = Array.from({ length: SUBSCRIPTIONS }, (_, n) => BigInt(1 + (n % 997)));
const offered = wanted.reduce((sum, steps) => sum + steps, 0n) / 3n;
const allocationS = secondsOf(() => allocate(wanted, { offered, cap: 300n }));

const scratch = await startScratchDatabase();
const address = await scratch.copy();
await withClient(address, (client) => seedOffering(client, SUBSCRIPTIONS));
const database = openDatabase(address, createLog('fatal'));
const rounds = roundsOn(database);
const began = performance.now();
rounds.start();
await until(async () => (await settled()) > 0);
const storedS = (performance.now() - began) / MS_PER_S;
const [before, from] = [await settled(), performance.now()];
await until(
  async () => performance.now() - from > COUNTED_MS || (await settled()) === SUBSCRIPTIONS,
);
const perS = (((await settled()) - before) * MS_PER_S) / (performance.now() - from);
await rounds.stop();
await database.$client.end();
await scratch.stop();
const withOrders = await measureDistributionWithOrders();

printTable(
  `The end of an offering with ${SUBSCRIPTIONS} subscriptions`,
  ['part', 'value'],
  [
    ['allocation alone, seconds', round(allocationS, 2)],
    ['first settlement after, seconds', round(storedS, 1)],
    ['settlements a second', round(perS, 0)],
  ],
);
printTable(
  'An offering that a server distributes while users place orders',
  [
    'settlements',
    'settlements a second',
    'orders a second',
    'orders alone, p99 ms',
    'with it, p99 ms',
    'ledger verified in, s',
  ],
  [
    [
      withOrders.settled,
      round(withOrders.settledPerS, 0),
      round(withOrders.ordersPerS, 0),
      round(withOrders.aloneMs, 1),
      round(withOrders.withMs, 1),
      round(withOrders.verifiedS, 1),
    ],
  ],
);
printGoals([
  {
    name: `100,000 subscriptions allocated in at most ${ALLOCATION_S_MAX} s`,
    met: allocationS <= ALLOCATION_S_MAX,
    measured: `${round(allocationS, 2)} s`,
  },
  {
    name: `at least ${SETTLED_PER_S_MIN} settlements a second`,
    met: perS >= SETTLED_PER_S_MIN,
    measured: `${round(perS, 0)}`,
  },
  {
    name: `at least ${SETTLED_PER_S_MIN} settlements a second with ${ORDERS_PER_S} orders a second`,
    met: withOrders.settledPerS >= SETTLED_PER_S_MIN,
    measured: `${round(withOrders.settledPerS, 0)}`,
  },
  {
    name: `a full verification of that ledger takes at most ${VERIFIED_S_MAX} s`,
    met: withOrders.verifiedS <= VERIFIED_S_MAX,
    measured: `${round(withOrders.verifiedS, 1)} s`,
  },
]);

function secondsOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / MS_PER_S;
}

async function settled(): Promise<number> {
  const { rows } = await database.$client.query<{ count: number }>(
    "select count(*)::integer as count from ieo_subscriptions where phase = 'settled'",
  );
  return rows[0]?.count ?? 0;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(POLL_MS);
}
