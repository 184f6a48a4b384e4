/**
 * Fast contracts over HTTP on 32 connections: orders to the durable response, while earlier ones end at the same rate.
 * Then 10,000 orders and more that expire in one second, and again with a SIGKILL of the server in that second.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { fillBenchFolder, startServerIn, withClient } from '../lib/bench-server.ts';
import { startCalibration } from '../lib/calibration.ts';
import { startLoad } from '../lib/fork-load.ts';
import { p99Goal, rateGoal, requireAccepted } from '../lib/measured-load.ts';
import { sized } from '../lib/mode.ts';
import { cpuSecondsBelow, cpuSecondsOf } from '../lib/processor-time.ts';
import { latencyCells, median, printGoals, printTable, round } from '../lib/table.ts';
import type { FastLoad } from './client.ts';
import { fillFast, INSTRUMENT, PRICE, SECONDS_MIN, waitForIndex } from './products.ts';

const CONNECTIONS = sized(32, 4);
/** A user places at most five orders in ten seconds. */
const USERS = sized(20_000, 100);
/** Orders that are placed for one second. Some open a point later than the client expects, and expire after it. */
const ENDING = sized(11_000, 40);
/** At least so many expire in one second. */
const TOGETHER_MIN = sized(10_000, 20);
const ROUNDS = sized(7, 1);
const SECONDS = sized(4, 0.05);
const CALIBRATION_SECONDS = sized(2, 0.05);
/** Duration of the orders whose rate is measured. */
const DURATION_S = sized(30, SECONDS_MIN);
/** Time in which all orders that end together are placed, with the shortest duration. */
const PLACED_WITHIN_S = sized(28, 6);
const PATIENCE_S = sized(120, 60);
/** The server is killed so long before the end of the second. */
const KILLED_BEFORE_MS = 500;
const SECOND_MS = 1_000;
const POLL_MS = sized(20, 100);

const PER_SECOND_MIN = 2_000;
const P99_MS_MAX = 50;
const DURABLE_MS_MAX = 1_500;

const { dataDir, filled, removeData } = await fillBenchFolder(fillFast(USERS));
const { tokens, products } = filled;
const load = startLoad<FastLoad>(path.join(import.meta.dirname, 'client.ts'));
const server = await startServerIn(dataDir, { INDEX_LOG: 'on' });
const common = {
  connections: CONNECTIONS,
  port: Number(new URL(server.origin).port),
  tokens,
  products,
};

async function setPrice(): Promise<void> {
  const about = { pair: INSTRUMENT, price: PRICE, is_settled: true };
  await server.control('POST', '/prices/set', about);
  await waitForIndex(server);
}

async function measureRate() {
  const calibration = await startCalibration(CONNECTIONS);
  // Every user is known, and hot code is compiled.
  const first = { ...common, end: { seconds: DURATION_S }, mode: 'once' } as const;
  await load.run({ ...first, seconds: PATIENCE_S, seed: 1 });
  const rounds = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const cpuBefore = cpuSecondsOf(server.pid);
    const databaseBefore = cpuSecondsBelow(server.pid);
    const order = { ...first, mode: 'in turn', seconds: SECONDS, seed: 10 + number } as const;
    // A busy machine misses points, and no order is taken without a present price.
    await waitForIndex(server);
    const report = await load.run(order);
    requireAccepted(report);
    const serverSeconds = cpuSecondsOf(server.pid) - cpuBefore;
    const databaseSeconds = cpuSecondsBelow(server.pid) - databaseBefore;
    rounds.push({ report, serverSeconds, databaseSeconds, rate: report.answered / report.seconds });
    await calibration.run(CALIBRATION_SECONDS);
  }
  await calibration.close();
  return { rounds, calibration };
}

/** Places the orders of one second. @param during acts in that second, which ends at `atMs`; a start ends connections. */
async function measureEnd(seed: number, during: (atMs: number) => Promise<void>) {
  const earlierId = await lastOrderId();
  await waitForIndex(server);
  const atMs = Math.ceil(Date.now() / SECOND_MS + PLACED_WITHIN_S) * SECOND_MS;
  const order = {
    ...common,
    tokens: tokens.slice(0, ENDING),
    end: { atMs },
    mode: 'once',
  } as const;
  const report = await load.run({ ...order, seconds: PATIENCE_S, seed });
  requireAccepted(report);
  if (report.answered < ENDING) throw new Error(`only ${report.answered} orders were placed`);
  const placed = (await lastOrderId()) - earlierId;
  if (placed !== (report.outcomes['ok'] ?? 0)) throw new Error('an accepted order is not stored');
  await during(atMs);
  const durableAtMs = await endedAfter(earlierId);
  const { closedAtMs, together } = await closeOf(earlierId);
  return { placed, together, closedAtMs, durableAtMs };
}

const ask = <T>(work: (client: Client) => Promise<T>): Promise<T> => withClient(dataDir, work);

const lastOrderId = (): Promise<number> =>
  ask(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select coalesce(max(id), 0)::int as id from micro_orders',
    );
    return rows[0]?.id ?? 0;
  });

/** Waits until the database has no open order after that one. @returns the time. */
const endedAfter = (id: number): Promise<number> =>
  ask(async (client) => {
    const until = Date.now() + PATIENCE_S * SECOND_MS;
    for (;;) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from micro_orders where id > $1 and state in ('opening', 'open')`,
        [id],
      );
      const now = Date.now();
      if (rows[0]?.n === 0) return now;
      if (now > until) throw new Error(`${rows[0]?.n} orders did not end`);
      await sleep(POLL_MS);
    }
  });

/** The last expiry of the orders after that one, and how many expire in the densest second. */
const closeOf = (id: number): Promise<{ closedAtMs: number; together: number }> =>
  ask(async (client) => {
    const { rows } = await client.query<{ closed: string; together: number }>(
      `select max(expires_at_ms) as closed, max(together)::int as together
       from (
         select expires_at_ms, count(*) over second as together from micro_orders where id > $1
         window second as (order by expires_at_ms range between ${SECOND_MS - 1} preceding and current row)
       ) ended`,
      [id],
    );
    return { closedAtMs: Number(rows[0]?.closed), together: rows[0]?.together ?? 0 };
  });

await setPrice();
const { rounds, calibration } = await measureRate();
const latencies = rounds.flatMap(({ report }) => report.latencies);
const rate = median(rounds.map((each) => each.rate));
const micros = (seconds: number): number => round((seconds / latencies.length) * 1e6);
const serverSeconds = rounds.reduce((sum, each) => sum + each.serverSeconds, 0);
const databaseSeconds = rounds.reduce((sum, each) => sum + each.databaseSeconds, 0);
const clientSeconds = rounds.reduce((sum, { report }) => sum + report.cpuSeconds, 0);
printTable(
  `Orders over ${CONNECTIONS} connections, while those of ${DURATION_S} s before end; median of ${ROUNDS} rounds`,
  [
    'orders/s',
    'p50 ms',
    'p99 ms',
    'server, µs an order',
    'PostgreSQL, µs an order',
    'client, µs an order',
  ],
  [
    [
      Math.round(rate),
      ...latencyCells(latencies),
      micros(serverSeconds),
      micros(databaseSeconds),
      micros(clientSeconds),
    ],
  ],
);
calibration.print(rate);
await endedAfter(0);
const calm = await measureEnd(100, () => Promise.resolve());
let [killedAtMs, readyAtMs] = [0, 0];
const killed = await measureEnd(101, async (atMs) => {
  await sleep(atMs - KILLED_BEFORE_MS - Date.now());
  await server.kill();
  killedAtMs = Date.now();
  await server.restart();
  readyAtMs = Date.now();
});
const { faults } = await server.verifyLedger();
if (faults.length > 0) throw new Error(`the ledger does not add up: ${faults.join('; ')}`);
load.stop();
await server.stop();
removeData();

const durableMs = calm.durableAtMs - calm.closedAtMs;
const together = Math.min(calm.together, killed.together);
const afterKillMs = killed.durableAtMs - killed.closedAtMs;
const afterStartMs = killed.durableAtMs - Math.max(killed.closedAtMs, readyAtMs);
printTable(
  'Orders that expire in one second, all of them durable',
  [
    '',
    'orders',
    'in the densest second',
    'ms after the last window',
    'ms after windows and start',
    'start after the kill, ms',
  ],
  [
    ['calm', calm.placed, calm.together, durableMs, '', ''],
    [
      `SIGKILL ${KILLED_BEFORE_MS} ms before the end`,
      killed.placed,
      killed.together,
      afterKillMs,
      afterStartMs,
      readyAtMs - killedAtMs,
    ],
  ],
);
console.log('\nNo accepted order is missing. The ledger adds up.');
printGoals([
  rateGoal('orders', rate, PER_SECOND_MIN),
  p99Goal(latencies, P99_MS_MAX),
  {
    name: `at least ${TOGETHER_MIN} ends in one second`,
    met: together >= TOGETHER_MIN,
    measured: `${together}`,
  },
  {
    name: `${ENDING} ends durable within ${DURABLE_MS_MAX} ms after their windows`,
    met: durableMs <= DURABLE_MS_MAX,
    measured: `${durableMs} ms`,
  },
  {
    // The time in which no server ran counts.
    name: `the same across a kill, within ${DURABLE_MS_MAX} ms after their windows`,
    met: afterKillMs <= DURABLE_MS_MAX,
    measured: `${afterKillMs} ms, of which ${afterStartMs} ms after the start`,
  },
]);
