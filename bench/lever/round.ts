/**
 * One measurement of the core of contract trading in a process of its own: `round.ts <marks|jump|doubt>`.
 * Prints one line of JSON.
 */
import { sized } from '../lib/mode.ts';
import { quantile } from '../lib/table.ts';
import { Crowd, MARKETS, START_TICKS } from './crowd.ts';

const OWNERS = sized(30_000, 300);
const POSITIONS = sized(100_000, 1_000);
const MARKS_PER_S = 20;
const SECONDS = sized(20, 1);
const STOPPED_OUT = sized(10_000, 100);
/** Positions whose take-profits wait for sources that agree, half of them long; their distance, and the marks of this time. */
const WAITING = sized(20_000, 100);
const TARGET_TICKS = 50_000;
const DOUBTS = sized(400, 4);
/** More than half of the costs of the positions. */
const APART_PPM = 400;
/** Accounts that are judged in one turn of the event loop. */
const STEPS_OF_TURN = 256;

export interface MarksResult {
  readonly openUs: number;
  readonly heapMb: number;
  /** Share of one processor, in percent. */
  readonly corePercent: number;
  readonly p99Us: number;
  readonly positionsClosed: number;
}

export interface JumpResult {
  readonly stoppedOut: number;
  /** Processor time of the thread that decides. */
  readonly threadMs: number;
  /** Processor time with that of the threads of V8, which compile and collect. */
  readonly processMs: number;
  readonly longestTurnMs: number;
}

export interface DoubtResult {
  /** Processor time of a mark while all take-profits are reached, and while none is. */
  readonly reachedUs: number;
  readonly unreachedUs: number;
  /** The same as `reachedUs` where sources agree within the costs of later orders alone. */
  readonly olderUs: number;
}

function cpuUsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function heapMb(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function marks(): MarksResult {
  const before = heapMb();
  const crowd = new Crowd();
  const below = (count: number): number => Math.floor(crowd.random() * count);
  for (let owner = 1; owner <= OWNERS; owner++) crowd.fund(owner, 20_000);
  const openUs = cpuUsOf(() => {
    for (let n = 0; n < POSITIONS; n++)
      crowd.open(1 + (n % OWNERS), 1 + below(MARKETS), 10 + below(200), 50_000 + below(900_000));
  });
  crowd.core.takeEvents();
  const heap = heapMb() - before;
  const times: number[] = [];
  let closed = 0;
  const markUs = cpuUsOf(() => {
    for (let round = 0; round < SECONDS * MARKS_PER_S; round++) {
      crowd.now += 1_000 / MARKS_PER_S;
      for (let market = 1; market <= MARKETS; market++) {
        const begun = performance.now();
        crowd.move(market);
        times.push((performance.now() - begun) * 1_000);
      }
      closed += crowd.core.takeEvents().filter(({ type }) => type === 'order.closed').length;
    }
  });
  return {
    openUs: openUs / POSITIONS,
    heapMb: heap,
    corePercent: markUs / 1e4 / SECONDS,
    p99Us: quantile(times, 0.99),
    positionsClosed: closed,
  };
}

function jump(): JumpResult {
  const crowd = new Crowd();
  for (let owner = 1; owner <= STOPPED_OUT; owner++) {
    crowd.fund(owner, 2_600);
    crowd.open(owner, 1, 250, null);
    crowd.open(owner, 2, 250, null);
  }
  crowd.core.takeEvents();
  let turns: readonly number[] = [];
  const before = process.threadCpuUsage();
  const processUs = cpuUsOf(() => {
    turns = crowd.jump(1, 8_400_000, STEPS_OF_TURN);
  });
  const { user, system } = process.threadCpuUsage(before);
  const owners = new Set<number>();
  for (const event of crowd.core.takeEvents())
    if (event.type === 'order.closed' && event.closing.reason === 'stop_out')
      owners.add(event.order.ownerId);
  return {
    stoppedOut: owners.size,
    threadMs: (user + system) / 1_000,
    processMs: processUs / 1_000,
    longestTurnMs: Math.max(...turns),
  };
}

/** Marks on which the sources do not agree, or only within costs that a market has raised since: every reached take-profit waits. */
function doubt(): DoubtResult {
  const crowd = new Crowd();
  for (let owner = 1; owner <= WAITING; owner++) {
    crowd.fund(owner, 20_000);
    crowd.open(owner, 1, 10, TARGET_TICKS);
  }
  crowd.areAgreed = false;
  const marksUs = (ticks: number): number =>
    cpuUsOf(() => {
      for (let n = 0; n < DOUBTS; n++) {
        crowd.now += 1_000 / MARKS_PER_S;
        crowd.jump(1, ticks + (n % 2), STEPS_OF_TURN);
      }
    }) / DOUBTS;
  const unreachedUs = marksUs(START_TICKS);
  // The stop-losses of shorts do not wait.
  crowd.jump(1, START_TICKS + TARGET_TICKS, STEPS_OF_TURN);
  const reachedUs = marksUs(START_TICKS + TARGET_TICKS);
  crowd.areAgreed = true;
  crowd.apartPpm = APART_PPM;
  return { unreachedUs, reachedUs, olderUs: marksUs(START_TICKS + TARGET_TICKS) };
}

const MEASUREMENTS: Readonly<Record<string, () => unknown>> = { marks, jump, doubt };
console.log(JSON.stringify(MEASUREMENTS[process.argv[2] ?? '']?.()));
