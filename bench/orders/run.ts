/**
 * Orders end to end: HTTP, matching, durable commit, answer, over 32 connections; and beside it the
 * store alone, committing batches of the same mix with the same statement.
 */
import path from 'node:path';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startBenchServer, withClient } from '../lib/bench-server.ts';
import { forkLoad } from '../lib/fork-load.ts';
import { latencyCells, p99Goal, rateGoal } from '../lib/measured-load.ts';
import { addPeople } from '../lib/people.ts';
import { cpuSecondsOf } from '../lib/processor-time.ts';
import { printGoals, printTable, round } from '../lib/table.ts';
import type { BenchMarket } from './client.ts';
import { runStoreAlone } from './store-alone.ts';

const CONNECTIONS = 32;
const PEOPLE = 600;
const MARKETS = ['BTC', 'ETH', 'SOL', 'XRP'];
const WARM_UP_S = 4;
const SECONDS = 10;
const ORDERS_PER_SECOND_MIN = 8_000;
const RATIO_MIN = 0.6;
const P99_MS_MAX = 25;

async function chooseMarkets(server: TestServer): Promise<BenchMarket[]> {
  const answer = await server.call('listCurrencyMatches', {});
  const groups = answer.data ?? [];
  return groups
    .flatMap(({ matches }) => matches)
    .filter(
      (match) => match.quote_currency_code === 'USDT' && MARKETS.includes(match.base_currency_code),
    )
    .map((match) => ({
      id: match.id,
      price: Number(match.currency_quotation.close),
      priceScale: match.price_scale,
      // Worth about ten times the smallest order.
      unit: Number((10 / Number(match.currency_quotation.close)).toPrecision(1)),
      quantityScale: match.quantity_scale,
    }));
}

interface WriterState {
  /** Commits so far. */
  readonly seq: number;
  readonly backendPid: number;
}

function writerState(server: TestServer): Promise<WriterState> {
  return withClient(server.dataDir, async (client) => {
    const { rows } = await client.query<{ seq: bigint; pid: number }>(
      `select seq, (select pid from pg_stat_activity where application_name = 'meridian spot writer') as pid
       from spot_writers`,
    );
    return { seq: Number(rows[0]?.seq), backendPid: Number(rows[0]?.pid) };
  });
}

const { server, port, filled, removeData } = await startBenchServer((client) =>
  addPeople(client, PEOPLE),
);
const { tokens, owners } = filled;
const markets = await chooseMarkets(server);
const client = path.join(import.meta.dirname, 'client.ts');
const order = { port, connections: CONNECTIONS, tokens, markets };
await forkLoad(client, { ...order, seconds: WARM_UP_S, seed: 1 });
const before = await writerState(server);
const serverCpu = cpuSecondsOf(server.pid);
const backendCpu = cpuSecondsOf(before.backendPid);
const report = await forkLoad(client, { ...order, seconds: SECONDS, seed: 2 });
const after = await writerState(server);
const cpu = {
  server: cpuSecondsOf(server.pid) - serverCpu,
  store: cpuSecondsOf(after.backendPid) - backendCpu,
  client: report.cpuSeconds,
};
await server.stop();

const rate = report.answered / report.seconds;
const commits = after.seq - before.seq;
const batch = report.answered / commits;
const alone = await runStoreAlone({
  dataDir: server.dataDir,
  owners,
  markets,
  batchSizes: [CONNECTIONS, Math.max(1, Math.round(batch))],
  seconds: SECONDS / 2,
  seed: 3,
});
removeData();

const micros = (seconds: number): number => round((seconds / report.answered) * 1e6);
printTable(
  `Orders over ${CONNECTIONS} connections: 60 % passive, 20 % cancels, 20 % crossing`,
  ['', 'orders/s', 'p50 ms', 'p99 ms', 'orders a commit'],
  [
    ['end to end', Math.round(rate), ...latencyCells(report.latencies), round(batch)],
    ...alone.map(({ batchSize, ordersPerSecond, commitMs }) => [
      'store alone',
      Math.round(ordersPerSecond),
      ...latencyCells(commitMs),
      batchSize,
    ]),
  ],
);
printTable(
  'Processor time, microseconds an order',
  ['server', 'PostgreSQL backend', 'client'],
  [[micros(cpu.server), micros(cpu.store), micros(cpu.client)]],
);
console.log(`\nAnswers: ${JSON.stringify(report.outcomes)}`);
const ratio = rate / (alone[0]?.ordersPerSecond ?? Number.NaN);
printGoals([
  rateGoal('orders', rate, ORDERS_PER_SECOND_MIN),
  {
    name: `at least ${RATIO_MIN} of the store alone at ${CONNECTIONS} outstanding`,
    met: ratio >= RATIO_MIN,
    measured: `${round(ratio, 2)}`,
  },
  p99Goal(report.latencies, P99_MS_MAX),
]);
