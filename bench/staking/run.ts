/**
 * The dividends of one day for many positions in real PostgreSQL: the time of all statements, and the longest of them,
 * for which other work on the same rows waits.
 */
import { DAY_MS } from '../../contract/time.ts';
import { payDividends } from '../../server/areas/staking/staking.area.ts';
import { openDatabase } from '../../server/kit/db/database.ts';
import { createLog } from '../../server/kit/log.ts';
import { startScratchDatabase, withClient } from '../../tests/support/scratch-database.ts';
import { seedPositions } from '../../tests/support/staking/stored-positions.ts';
import { sized } from '../lib/mode.ts';
import { printGoals, printTable, round } from '../lib/table.ts';

const POSITIONS = sized(100_000, 1_000);
const DAYS = sized(3, 1);
/** Positions that the server pays with one statement. */
const AT_ONCE = 500;
const FIRST_DAY_MS = Date.parse('2026-11-21T00:00Z');
const DAY_S_MAX = 30;
const MS_PER_S = 1_000;
const US_PER_MS = 1_000;

const scratch = await startScratchDatabase();
await withClient(scratch.original, (client) =>
  seedPositions(client, { count: POSITIONS, cycleDays: DAYS, firstDayMs: FIRST_DAY_MS }),
);
const database = openDatabase(await scratch.copy(), createLog('fatal'));
const rows: { readonly seconds: number; readonly longestMs: number }[] = [];
for (let day = 1; day <= DAYS; day++) rows.push(await payDay(FIRST_DAY_MS + day * DAY_MS));
await database.$client.end();
await scratch.stop();

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
const slowest = Math.max(...rows.map(({ seconds }) => seconds));
printGoals([
  {
    name: `a day of 100,000 positions in at most ${DAY_S_MAX} s`,
    met: slowest <= DAY_S_MAX,
    measured: `${round(slowest, 1)} s`,
  },
]);

async function payDay(now: number) {
  const started = performance.now();
  let longestMs = 0;
  for (let paid = AT_ONCE; paid > 0;) {
    const begun = performance.now();
    paid = (await payDividends(database, now, AT_ONCE, 'bench')).length;
    longestMs = Math.max(longestMs, performance.now() - begun);
  }
  return { seconds: (performance.now() - started) / MS_PER_S, longestMs };
}
