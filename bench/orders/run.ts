/**
 * Orders end to end over 32 connections: HTTP, matching, durable commit, response. In turn with them, commits
 * of engine and store alone with the same statement and mix on a separate database: 32 clients in a closed
 * loop, and prepared batches. The calibration completes the run.
 */
import path from 'node:path';
import type pg from 'pg';
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import { fillBenchFolder, startBenchServer, withClient } from '../lib/bench-server.ts';
import { startLoad } from '../lib/fork-load.ts';
import { startCalibration } from '../lib/calibration.ts';
import { p99Goal, rateGoal, requireAccepted } from '../lib/measured-load.ts';
import { sized } from '../lib/mode.ts';
import { addPeople } from '../lib/people.ts';
import { cpuSecondsOf } from '../lib/processor-time.ts';
import { latencyCells, median, printGoals, printTable, round } from '../lib/table.ts';
import { chooseMarkets } from './bench-markets.ts';
import type { OrderLoad } from './client.ts';
import { openStoreAlone } from './store-alone.ts';

const CONNECTIONS = sized(32, 4);
const PEOPLE = sized(600, 40);
/** Seconds until hot code is compiled. */
const WARM_UP_S = sized(15, 0.05);
const STORE_WARM_UP_S = sized(3, 0.05);
const ROUNDS = sized(9, 1);
const SECONDS = sized(4, 0.05);
/** Seconds of the closed loop, and of each batch size. */
const STORE_SECONDS = sized(2, 0.05);
const CALIBRATION_SECONDS = sized(2, 0.05);
const ORDERS_PER_SECOND_MIN = 8_000;
const RATIO_MIN = 0.6;
const P99_MS_MAX = 25;

interface WriterState {
  /** Commits so far. */
  readonly seq: number;
  readonly backendPid: number;
}

function writerState(server: TestServer): Promise<WriterState> {
  return withClient(server.dataDir, async (client) => {
    const { rows } = await client.query<{ seq: bigint; pid: number }>(
      `select seq, (select pid from pg_stat_activity where application_name = 'meridian spot writer') as pid
       from spot_writers where name = 'spot'`,
    );
    return { seq: Number(rows[0]?.seq), backendPid: Number(rows[0]?.pid) };
  });
}

const fill = (client: pg.Client) => addPeople(client, PEOPLE);
const { server, port, filled, removeData } = await startBenchServer(fill);
const markets = await chooseMarkets(server);
const beside = await fillBenchFolder(fill);
const alone = await openStoreAlone({
  dataDir: beside.dataDir,
  owners: beside.filled.owners,
  markets,
  seed: 3,
});
const load = startLoad<OrderLoad>(path.join(import.meta.dirname, 'client.ts'));
const order = { port, connections: CONNECTIONS, tokens: filled.tokens, markets };
const calibration = await startCalibration(CONNECTIONS);
await load.run({ ...order, seconds: WARM_UP_S, seed: 1 });
await alone.loopFor(CONNECTIONS, STORE_WARM_UP_S);

/** Measures orders end to end, then without HTTP, so that a slower machine affects both. */
async function runRound(number: number) {
  const before = await writerState(server);
  const serverCpu = cpuSecondsOf(server.pid);
  const backendCpu = cpuSecondsOf(before.backendPid);
  const report = await load.run({ ...order, seconds: SECONDS, seed: 10 + number });
  const cpu = {
    server: cpuSecondsOf(server.pid) - serverCpu,
    backend: cpuSecondsOf(before.backendPid) - backendCpu,
    client: report.cpuSeconds,
  };
  const batch = report.answered / ((await writerState(server)).seq - before.seq);
  const rate = report.answered / report.seconds;
  requireAccepted(report);
  await calibration.run(CALIBRATION_SECONDS);
  const loop = await alone.loopFor(CONNECTIONS, STORE_SECONDS);
  const full = await alone.commitFor(CONNECTIONS, STORE_SECONDS);
  const asSmall = await alone.commitFor(Math.max(1, Math.round(batch)), STORE_SECONDS);
  return { report, cpu, batch, rate, loop, full, asSmall };
}

const rounds: Awaited<ReturnType<typeof runRound>>[] = [];
for (let number = 0; number < ROUNDS; number += 1) rounds.push(await runRound(number));
load.stop();
await server.stop();
await alone.close();
await calibration.close();
removeData();
beside.removeData();

/** The measurements of a round without HTTP. */
const ALONE = {
  loop: `engine and store, ${CONNECTIONS} in a closed loop`,
  full: `store, made batches of ${CONNECTIONS}`,
  asSmall: 'store, made batches as end to end',
} as const;
type Alone = keyof typeof ALONE;
const PARTS = Object.keys(ALONE) as Alone[];

const latencies = rounds.flatMap(({ report }) => report.latencies);
const rate = median(rounds.map((each) => each.rate));
const ratioIn = (each: (typeof rounds)[number], part: Alone): number =>
  round(each.rate / each[part].ordersPerSecond, 2);
const ratioTo = (part: Alone): number => median(rounds.map((each) => ratioIn(each, part)));
const aloneRow = (part: Alone) => {
  const reports = rounds.map((each) => each[part]);
  return [
    ALONE[part],
    Math.round(median(reports.map(({ ordersPerSecond }) => ordersPerSecond))),
    ...latencyCells(reports.flatMap((each) => each.latencies)),
    round(median(reports.map(({ batchSize }) => batchSize))),
    ratioTo(part),
  ];
};
printTable(
  `Orders over ${CONNECTIONS} connections: 60 % passive, 20 % cancels, 20 % crossing; median of ${ROUNDS} rounds`,
  ['', 'orders/s', 'p50 ms', 'p99 ms', 'orders a commit', 'end to end is'],
  [
    [
      'end to end',
      Math.round(rate),
      ...latencyCells(latencies),
      round(median(rounds.map(({ batch }) => batch))),
      1,
    ],
    ...PARTS.map(aloneRow),
  ],
);
calibration.print(rate);
printTable(
  'Processor time, microseconds an order',
  ['server', 'PostgreSQL backend', 'client'],
  [
    (['server', 'backend', 'client'] as const).map((part) =>
      round((rounds.reduce((sum, { cpu }) => sum + cpu[part], 0) / latencies.length) * 1e6),
    ),
  ],
);
printTable(
  'Rounds',
  ['', ...rounds.map((_, index) => String(index + 1))],
  [
    ['end to end, orders/s', ...rounds.map((each) => Math.round(each.rate))],
    ...PARTS.map((part) => [`÷ ${ALONE[part]}`, ...rounds.map((each) => ratioIn(each, part))]),
  ],
);
printGoals([
  rateGoal('orders', rate, ORDERS_PER_SECOND_MIN),
  {
    name: `at least ${RATIO_MIN} of ${ALONE.loop}`,
    met: ratioTo('loop') >= RATIO_MIN,
    measured: `${ratioTo('loop')}`,
  },
  p99Goal(latencies, P99_MS_MAX),
]);
