/**
 * The dividends of one day for many positions in real PostgreSQL: the time of all statements, and the longest of them,
 * for which other work on the same rows waits. Then dividends that a server pays while users place orders.
 */
import { DAY_MS } from '../../contract/time.ts';
import { payDividends } from '../../server/areas/staking/staking.area.ts';
import { openBackgroundDatabase } from '../../server/kit/db/background-database.ts';
import { createLog } from '../../server/kit/log.ts';
import {
  startScratchDatabase,
  withClient,
} from '../../tests/support/databases/scratch-database.ts';
import { seedPositions } from '../../tests/support/staking/stored-positions.ts';
import { sized } from '../lib/mode.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';
import { measureWithOrders, RATES_PER_S } from './with-orders.ts';

const POSITIONS = sized(100_000, 300);
const DAYS = sized(3, 1);
/** Positions that the server pays with one statement. */
const AT_ONCE = 200;
const FIRST_DAY_MS = Date.parse('2026-11-21T00:00Z');
const DAY_S_MAX = 30;
/** Most of the 99th percentile of orders with dividends, by that of orders alone. */
const SLOWDOWN_MAX = 1.2;
const MS_PER_S = 1_000;
const US_PER_MS = 1_000;

const scratch = await startScratchDatabase();
await withClient(scratch.original, (client) =>
  seedPositions(client, { count: POSITIONS, cycleDays: DAYS, firstDayMs: FIRST_DAY_MS }),
);
const address = await scratch.copy();
// A server of such positions has statistics of them.
await withClient(address, async (client) => void (await client.query('vacuum analyze')));
const database = openBackgroundDatabase(address, createLog('fatal'), 'bench');
const rows: { readonly seconds: number; readonly longestMs: number }[] = [];
for (let day = 1; day <= DAYS; day++) rows.push(await payDay(FIRST_DAY_MS + day * DAY_MS));
await database.$client.end();
await scratch.stop();
const rounds = await measureWithOrders();

printTable(
  `One day of ${POSITIONS} positions, ${AT_ONCE} a statement`,
  ['day', 'seconds', 'microseconds a dividend', 'longest statement, ms'],
  rows.map(({ seconds, longestMs }, index) => [
    String(index + 1),
    round(seconds, 1),
    round((seconds * MS_PER_S * US_PER_MS) / POSITIONS, 0),
    round(longestMs, 0),
  ]),
);
printTable(
  'Days that a server pays while users place orders',
  ['orders/s', 'alone, p99 ms', 'with dividends, p99 ms', 'ratio', 'dividends', 'seconds'],
  rounds.map(({ ratePerS, aloneMs, withMs, dividends, paidS }) => [
    ratePerS === null ? 'closed loop' : String(ratePerS),
    round(aloneMs, 1),
    round(withMs, 1),
    round(withMs / aloneMs, 2),
    dividends,
    round(paidS, 1),
  ]),
);
const slowest = Math.max(...rows.map(({ seconds }) => seconds));
const slowestWithOrders = Math.max(
  ...rounds.map(({ dividends, paidS }) => (paidS * POSITIONS) / dividends),
);
const slowdownAt = (rate: number | null): number =>
  median(
    rounds
      .filter(({ ratePerS }) => ratePerS === rate)
      .map(({ aloneMs, withMs }) => withMs / aloneMs),
  );
printGoals([
  {
    name: `a day of 100,000 positions in at most ${DAY_S_MAX} s`,
    met: slowest <= DAY_S_MAX,
    measured: `${round(slowest, 1)} s`,
  },
  {
    name: `100,000 dividends with orders in at most ${DAY_S_MAX} s`,
    met: slowestWithOrders <= DAY_S_MAX,
    measured: `${round(slowestWithOrders, 1)} s`,
  },
  ...RATES_PER_S.map((rate) => ({
    name: `p99 of ${rate === null ? 'orders in a closed loop' : `${rate} orders/s`} with dividends at most ${SLOWDOWN_MAX} of orders alone`,
    met: slowdownAt(rate) <= SLOWDOWN_MAX,
    measured: `${round(slowdownAt(rate), 2)}`,
  })),
]);

async function payDay(now: number) {
  const started = performance.now();
  let longestMs = 0;
  for (let last: number | undefined; ;) {
    const begun = performance.now();
    last = (await payDividends(database, now, AT_ONCE, 'bench', last)).at(-1)?.id;
    longestMs = Math.max(longestMs, performance.now() - begun);
    if (last === undefined) return { seconds: (performance.now() - started) / MS_PER_S, longestMs };
  }
}
