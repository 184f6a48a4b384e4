/**
 * Orders end to end: HTTP, matching, durable commit, answer, over 32 connections; and beside it the
 * store alone, committing batches of the same mix with the same statement.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openRunFolder } from '../../server/db/embedded/run-folder.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';
import { printGoals, printTable, quantile, round } from '../lib/table.ts';
import type { BenchMarket, LoadOrder, LoadReport } from './client.ts';
import { addPeople } from './people.ts';
import { runStoreAlone, withClient } from './store-alone.ts';

const CONNECTIONS = 32;
const PEOPLE = 600;
const MARKETS = ['BTC', 'ETH', 'SOL', 'XRP'];
const WARM_UP_S = 4;
const SECONDS = 10;
const ORDERS_PER_SECOND_MIN = 8_000;
const RATIO_MIN = 0.6;
const P99_MS_MAX = 25;

/** `PROFILE=<folder>` writes a processor profile of the server there. */
const PROFILE: Record<string, string> =
  process.env['PROFILE'] === undefined
    ? {}
    : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env['PROFILE']}` };

/** Processor seconds that a process has used. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

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

async function load(order: LoadOrder): Promise<LoadReport> {
  const child = fork(path.join(import.meta.dirname, 'client.ts'));
  child.send(order);
  const [report] = (await once(child, 'message')) as [LoadReport];
  return report;
}

interface WriterState {
  /** Commits so far. */
  readonly seq: number;
  readonly backendPid: number;
}

function writerState(server: TestServer): Promise<WriterState> {
  return withClient(openRunFolder(server.dataDir), async (client) => {
    const { rows } = await client.query<{ seq: bigint; pid: number }>(
      `select seq, (select pid from pg_stat_activity where application_name = 'meridian spot writer') as pid
       from spot_writers`,
    );
    return { seq: Number(rows[0]?.seq), backendPid: Number(rows[0]?.pid) };
  });
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'meridian-bench-'));
const server = await startTestServer({
  dataDir,
  env: { SEED: 'none', MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', ...PROFILE },
});
const { tokens, owners } = await withClient(openRunFolder(dataDir), (client) =>
  addPeople(client, PEOPLE),
);
// Its writer reads balances at start.
await server.restart();
const markets = await chooseMarkets(server);
const order = {
  port: Number(new URL(server.origin).port),
  connections: CONNECTIONS,
  tokens,
  markets,
};
await load({ ...order, seconds: WARM_UP_S, seed: 1 });
const before = await writerState(server);
const serverCpu = cpuSecondsOf(server.pid);
const backendCpu = cpuSecondsOf(before.backendPid);
const report = await load({ ...order, seconds: SECONDS, seed: 2 });
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
  dataDir,
  owners,
  markets,
  batchSizes: [CONNECTIONS, Math.max(1, Math.round(batch))],
  seconds: SECONDS / 2,
  seed: 3,
});
rmSync(dataDir, { recursive: true, force: true });

const micros = (seconds: number): number => round((seconds / report.answered) * 1e6);
printTable(
  `Orders over ${CONNECTIONS} connections: 60 % passive, 20 % cancels, 20 % crossing`,
  ['', 'orders/s', 'p50 ms', 'p99 ms', 'orders a commit'],
  [
    [
      'end to end',
      Math.round(rate),
      round(quantile(report.latencies, 0.5), 2),
      round(quantile(report.latencies, 0.99), 2),
      round(batch),
    ],
    ...alone.map(({ batchSize, ordersPerSecond, commitMs }) => [
      'store alone',
      Math.round(ordersPerSecond),
      round(quantile(commitMs, 0.5), 2),
      round(quantile(commitMs, 0.99), 2),
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
const p99 = quantile(report.latencies, 0.99);
printGoals([
  {
    name: `at least ${ORDERS_PER_SECOND_MIN} orders/s`,
    met: rate >= ORDERS_PER_SECOND_MIN,
    measured: `${Math.round(rate)}`,
  },
  {
    name: `at least ${RATIO_MIN} of the store alone at ${CONNECTIONS} outstanding`,
    met: ratio >= RATIO_MIN,
    measured: `${round(ratio, 2)}`,
  },
  { name: `p99 at most ${P99_MS_MAX} ms`, met: p99 <= P99_MS_MAX, measured: `${round(p99)} ms` },
]);
