/**
 * Contracts over HTTP on 32 connections: opens and closes to the durable response, in turn with the dealing
 * writer and its store alone. Then the server with 100,000 positions: its start, its processor time, event loop and memory
 * under the marks of all markets, and falls that stop out 10,000 accounts each.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure } from '../../contract/assert.ts';
import { SOCKET_PATH } from '../../contract/socket-path.ts';
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import { fillBenchFolder, fillStopped, startServerIn, withClient } from '../lib/bench-server.ts';
import { startCalibration } from '../lib/calibration.ts';
import { startLoad } from '../lib/fork-load.ts';
import { p99Goal, rateGoal, requireAccepted } from '../lib/measured-load.ts';
import { askProcess, measuredNode } from '../lib/measured-node.ts';
import { sized } from '../lib/mode.ts';
import { cpuSecondsOf } from '../lib/processor-time.ts';
import { latencyCells, median, printGoals, printTable, round } from '../lib/table.ts';
import { DAYS_AHEAD } from '../lib/weekday-clock.ts';
import { openWriterAlone } from '../lever/writer-alone.ts';
import type { ContractLoad } from './client.ts';
import { BTC, fillContracts, openHeld, readTargets, STOPPED_OUT } from './markets.ts';

const CONNECTIONS = sized(32, 4);
/** Seconds until hot code is compiled. */
const WARM_UP_S = sized(10, 0.05);
const ROUNDS = sized(7, 1);
const SECONDS = sized(4, 0.05);
const ALONE_SECONDS = sized(3, 0.05);
const CALIBRATION_SECONDS = sized(2, 0.05);
/** Seconds of marks before a measurement, in which hot code is compiled, and of one. */
const SETTLE_S = sized(20, 0.2);
const MARKS_S = sized(15, 0.2);
/** Sockets that follow the marks of all markets during a measurement. */
const SOCKETS = sized(20, 2);
/** Seconds of marks without positions. */
const BASE_S = sized(10, 0.2);
/** Seconds of commands around the fall. */
const FALL_S = sized(4, 0.2);
const OPEN_ALL_S = sized(120, 30);
/** Longest time until the verifier has read what the rounds left. */
const VERIFIED_S_MAX = 300;
/** The pass that is under way may have begun before the last range was closed. */
const PASSES_WITHOUT_RANGES = sized(2, 0);
const FALL = 0.93;
const LOTS = 250;
const POLL_MS = 50;
/** Time between two looks at the stop-outs. */
const LOOK_MS = 10;

const PER_SECOND_MIN = 6_000;
const RATIO_MIN = 0.55;
const P99_MS_MAX = 25;
const LOOP_P99_MS_MAX = 10;
const MEMORY_MB_MAX = 150;
const LAST_DURABLE_MS_MAX = 1_000;
const COMMAND_MS_MAX = 80;
const START_MS_MAX = 5_000;
/** Part of a core that the whole server takes: sources, evaluation, positions, publication, and sockets. */
const CORE_PART_MAX = 0.1;

const { dataDir, filled, removeData } = await fillBenchFolder(fillContracts);
const { traders, poor } = filled;
const load = startLoad<ContractLoad>(path.join(import.meta.dirname, 'client.ts'));

/** Starts the server of the folder, and sets the price of the one market that is traded. */
async function start() {
  const begun = performance.now();
  const server = await startServerIn(dataDir, measuredNode(dataDir, 'weekday-clock.ts'));
  const startMs = performance.now() - begun;
  await setPrice(server, BTC.price);
  const common = { connections: CONNECTIONS, marketId: BTC.id, lots: LOTS };
  const port = Number(new URL(server.origin).port);
  return { server, startMs, order: { ...common, port, tokens: traders, mode: 'in turn' } as const };
}

async function setPrice(server: TestServer, price: number): Promise<void> {
  const about = { pair: 'BTC/USDT', price: String(price), is_settled: true };
  await server.control('POST', '/prices/set', about);
  // Every market takes its mark several times a second.
  await sleep(POLL_MS);
}

type Order = Awaited<ReturnType<typeof start>>['order'];

/** Figures of one fall. */
interface Fall {
  /** Time to the last durable stop-out. */
  readonly lastDurableMs: number;
  /** The longest command of a user, and the longest turn of the event loop. */
  readonly commandMs: number;
  readonly turnMs: number;
}

/** Figures of the server after some seconds of marks. */
async function measureMarks(server: TestServer, seconds: number) {
  const { pid } = server;
  const sockets = Array.from({ length: SOCKETS }, () => followMarks(server));
  await sleep(SETTLE_S * 1_000);
  await askProcess(dataDir);
  const [begun, cpuBefore] = [performance.now(), cpuSecondsOf(pid)];
  await sleep(seconds * 1_000);
  const passedS = (performance.now() - begun) / 1_000;
  // The next question collects garbage, which is no work of marks.
  const corePart = (cpuSecondsOf(pid) - cpuBefore) / passedS;
  const figures = await askProcess(dataDir);
  const heard = sockets.map((socket) => socket.end());
  if (heard.includes(0)) throw new Error('a socket has heard no mark');
  return { ...figures, corePart };
}

/** Opens a socket that gets all marks; `end` closes it and returns the number of messages. */
function followMarks({ origin }: TestServer) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`);
  let heard = 0;
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ type: 'sub', params: 'MARK' })),
  );
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string' && data.includes('"MARK"')) heard += 1;
  });
  return {
    end() {
      socket.close();
      return heard;
    },
  };
}

async function measureLoop() {
  const { server, order } = await start();
  const base = await measureMarks(server, BASE_S);
  const calibration = await startCalibration(CONNECTIONS);
  const { bench: alone, close } = await openWriterAlone();
  await load.run({ ...order, seconds: WARM_UP_S, seed: 1 });
  await alone.loop(ALONE_SECONDS);
  const rounds = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const cpuBefore = cpuSecondsOf(server.pid);
    const report = await load.run({ ...order, seconds: SECONDS, seed: 10 + number });
    const serverSeconds = cpuSecondsOf(server.pid) - cpuBefore;
    requireAccepted(report);
    await calibration.run(CALIBRATION_SECONDS);
    const { perSecond } = await alone.loop(ALONE_SECONDS);
    const rate = report.answered / report.seconds;
    rounds.push({ report, serverSeconds, rate, alone: perSecond, ratio: rate / perSecond });
  }
  await close();
  const { faults } = await server.verifyLedger();
  if (faults.length > 0) throw new Error(`the ledger does not add up: ${faults.join('; ')}`);
  await server.stop();
  await calibration.close();
  return { base, rounds, calibration };
}

async function measureHeld() {
  const held = await fillStopped(dataDir, openHeld);
  const { server, startMs, order } = await start();
  const marks = await measureMarks(server, MARKS_S);
  // A start has no marks before its sources agree.
  const { data: listed } = await server.call('listLeverMarkets', {});
  const markets = listed?.filter(({ mark_state: state }) => state === 'live').length ?? 0;
  await pastVerified();
  const falls = [];
  for (const [number, tokens] of poor.entries())
    falls.push(await measureFall(server, order, { number, tokens }));
  const targets = await withClient(dataDir, readTargets);
  // The verifier over so many rows is measured by the bench `ledger`.
  await server.stop();
  return { held, startMs, markets, marks, falls, targets };
}

interface Poor {
  readonly number: number;
  readonly tokens: readonly string[];
}

/** Opens the positions of the poor, and lets the price fall. */
async function measureFall(
  server: TestServer,
  order: Order,
  { number, tokens }: Poor,
): Promise<Fall> {
  await setPrice(server, BTC.price);
  const lastId = await lastOrderId();
  requireAccepted(
    await load.run({ ...order, tokens, mode: 'once', seconds: OPEN_ALL_S, seed: 100 + number }),
  );
  const orders = { first: lastId + 1, last: await lastOrderId() };
  await askProcess(dataDir);
  await sleep(FALL_S * 1_000);
  const commands = load.run({ ...order, connections: 1, seconds: FALL_S, seed: 200 + number });
  const begun = performance.now();
  await setPrice(server, BTC.price * FALL);
  const until = begun + OPEN_ALL_S * 1_000;
  const lastDurableMs = (await allStoppedOut(orders, until)) - begun;
  const report = await commands;
  requireAccepted(report);
  // The time of an order that waits for its price is longer than that of its answer.
  if (report.outcomes['pending'] !== undefined)
    throw new Error(`orders waited in the fall: ${JSON.stringify(report.outcomes)}`);
  const { delayMaxMs: turnMs } = await askProcess(dataDir);
  return { lastDurableMs, commandMs: Math.max(...report.latencies), turnMs };
}

/**
 * Resolves when a pass of the verifier has left no range to close. The rounds before leave more than a million entries, and the
 * first passes after the start take a core for many seconds.
 */
function pastVerified(): Promise<void> {
  return withClient(dataDir, async (client) => {
    const until = performance.now() + VERIFIED_S_MAX * 1_000;
    let last = { passAtMs: '', ranges: '' };
    for (let passes = 0; passes < PASSES_WITHOUT_RANGES; await sleep(POLL_MS)) {
      const { rows } = await client.query<typeof last>(`
        select (select max(at_ms)::text from ledger_verifications) as "passAtMs",
          (select coalesce(max(id), 0)::text from ledger_ranges) as ranges`);
      const now = ensure(rows[0], 'a row');
      if (now.ranges !== last.ranges) passes = 0;
      else if (now.passAtMs !== last.passAtMs) passes += 1;
      last = now;
      if (performance.now() > until) throw new Error('the verifier does not catch up');
    }
  });
}

const lastOrderId = (): Promise<number> =>
  withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select max(id)::int as id from lever_orders',
    );
    return rows[0]?.id ?? 0;
  });

/**
 * Each look goes on at the first open position, so that it takes next to nothing from the processors that are measured.
 * @param orders of the poor. @returns the time at which the database had all stop-outs.
 */
function allStoppedOut(orders: { first: number; last: number }, until: number): Promise<number> {
  return withClient(dataDir, async (client) => {
    for (let open: number | undefined = orders.first; open !== undefined; await sleep(LOOK_MS)) {
      if (performance.now() > until) throw new Error('not all accounts were stopped out');
      const found: { rows: { id: number }[] } = await client.query(
        `select id::int as id from lever_orders where id >= $1 and id <= $2 and state = 'in_trading'
         order by id limit 1`,
        [open, orders.last],
      );
      open = found.rows[0]?.id;
    }
    const now = performance.now();
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from lever_orders where id between $1 and $2 and close_reason = 'stop_out'`,
      [orders.first, orders.last],
    );
    if (rows[0]?.n !== STOPPED_OUT) throw new Error(`${rows[0]?.n} accounts were stopped out`);
    return now;
  });
}

const { base, rounds, calibration } = await measureLoop();
const { held, startMs, markets, marks, falls, targets } = await measureHeld();
load.stop();
removeData();

const latencies = rounds.flatMap(({ report }) => report.latencies);
const rate = median(rounds.map((each) => each.rate));
const ratio = median(rounds.map((each) => each.ratio));
const memoryMb = marks.rssMb - base.rssMb;
const usedMb = marks.usedMb - base.usedMb;
printTable(
  `Opens and closes over ${CONNECTIONS} connections; median of ${ROUNDS} rounds`,
  ['', 'commands/s', 'p50 ms', 'p99 ms', 'end to end is'],
  [
    ['end to end', Math.round(rate), ...latencyCells(latencies), 1],
    [
      `writer and store alone, 32 in a closed loop`,
      Math.round(median(rounds.map(({ alone }) => alone))),
      '',
      '',
      round(ratio, 2),
    ],
  ],
);
calibration.print(rate);
const serverSeconds = rounds.reduce((sum, each) => sum + each.serverSeconds, 0);
const clientSeconds = rounds.reduce((sum, { report }) => sum + report.cpuSeconds, 0);
printTable(
  'Processor time, microseconds a command',
  ['server', 'client'],
  [[serverSeconds, clientSeconds].map((seconds) => round((seconds / latencies.length) * 1e6))],
);
printTable(
  `The server with ${held} positions, and the marks of ${markets} markets 20 times a second; the clock is ${DAYS_AHEAD} days ahead, so that forex trades`,
  ['what', 'figure'],
  [
    ['positions with take-profit and stop-loss that were open after the falls', targets.armed],
    ['positions that such a target has closed', targets.reached],
    ['from the start of the server to its readiness, ms', round(startMs, 0)],
    ['whole server, % of a core', round(marks.corePart * 100, 2)],
    ['whole server without positions, % of a core', round(base.corePart * 100, 2)],
    ['event loop, p99 ms', round(marks.delayP99Ms, 2)],
    ['event loop, longest ms', round(marks.delayMaxMs)],
    ['resident memory above a server without positions, MB', round(memoryMb)],
    ['objects and buffers above it, MB', round(usedMb)],
  ],
);
printTable(
  `Falls, each of which stops out ${STOPPED_OUT} accounts`,
  [
    'the last one durable, ms',
    'longest command of a user, ms',
    'longest turn of the event loop, ms',
  ],
  falls.map(({ lastDurableMs, commandMs, turnMs }) => [
    round(lastDurableMs, 0),
    round(commandMs),
    round(turnMs),
  ]),
);
const lastDurableMs = Math.max(...falls.map((fall) => fall.lastDurableMs));
const commandMs = Math.max(...falls.map((fall) => fall.commandMs));
printGoals([
  rateGoal('opens and closes', rate, PER_SECOND_MIN),
  {
    name: `at least ${RATIO_MIN} of writer and store alone`,
    met: ratio >= RATIO_MIN,
    measured: `${round(ratio, 2)}`,
  },
  p99Goal(latencies, P99_MS_MAX),
  {
    name: `event loop p99 at most ${LOOP_P99_MS_MAX} ms`,
    met: marks.delayP99Ms <= LOOP_P99_MS_MAX,
    measured: `${round(marks.delayP99Ms, 2)} ms`,
  },
  {
    name: `ready within ${START_MS_MAX} ms with ${held} positions`,
    met: startMs <= START_MS_MAX,
    measured: `${round(startMs, 0)} ms`,
  },
  {
    name: `whole server at most ${CORE_PART_MAX * 100} % of a core, with the marks of ${markets} markets`,
    met: marks.corePart <= CORE_PART_MAX,
    measured: `${round(marks.corePart * 100, 2)} %`,
  },
  {
    // Resident memory has the pages that the start of the server has freed, too.
    name: `positions at most ${MEMORY_MB_MAX} MB of objects and buffers`,
    met: usedMb <= MEMORY_MB_MAX,
    measured: `${round(usedMb)} MB`,
  },
  {
    name: `every fall is durable within ${LAST_DURABLE_MS_MAX} ms, a command during it within ${COMMAND_MS_MAX} ms`,
    met: lastDurableMs <= LAST_DURABLE_MS_MAX && commandMs <= COMMAND_MS_MAX,
    measured: `${round(lastDurableMs, 0)} ms, ${round(commandMs)} ms`,
  },
]);
