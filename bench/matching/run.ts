/**
 * Matching alone: 1,000,000 mixed operations on our engine and on the order books of npm, through their
 * public calls, in turn. Each round has its own process and an empty book. CPU time counts, because other
 * load can double wall time; medians are shown.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { isSmoke, sized } from '../lib/mode.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';
import { BOOKS, LOADS, type Load } from './loads.ts';
import type { Result, Timing, What } from './round.ts';

const OPERATIONS = sized(1_000_000, 4_000);
/** Fewer operations, because this book sorts all orders at each step. */
const NAIVE_OPERATIONS = sized(10_000, 1_000);
const ROUNDS = sized(3, 1);
const RATIO_MIN = 40;

const contenders = Object.keys(BOOKS).filter((name) => name !== 'naive');

function inProcess<T>(book: string, load: Load, operations: number, what: What): T {
  const file = path.join(import.meta.dirname, 'round.ts');
  const output = execFileSync(process.execPath, [file, book, load.name, String(operations), what]);
  return JSON.parse(output.toString()) as T;
}

const perSecond = (seconds: number) => Math.round(OPERATIONS / seconds).toLocaleString('en-US');

interface Measured {
  readonly name: string;
  readonly seconds: readonly number[];
  readonly result: Result;
}

function measure(load: Load): Measured[] {
  if (isSmoke)
    return contenders.map((name) => {
      const both = inProcess<Timing & Result>(name, load, OPERATIONS, 'both');
      return { name, seconds: [both.seconds], result: both };
    });
  const seconds = contenders.map((): number[] => []);
  for (let i = 0; i < ROUNDS; i++)
    contenders.forEach((name, index) =>
      seconds[index]?.push(inProcess<Timing>(name, load, OPERATIONS, 'time').seconds),
    );
  return contenders.map((name, index) => ({
    name,
    seconds: seconds[index] ?? [],
    result: inProcess<Result>(name, load, OPERATIONS, 'result'),
  }));
}

/** Ratio of a book's CPU time to ours. */
function timesOurs({ seconds }: Measured, all: readonly Measured[]): number {
  return median(seconds) / median(all[0]?.seconds ?? []);
}

function print(load: Load, all: readonly Measured[]): void {
  const ours = all[0]?.result;
  printTable(
    `${load.name}: ${ours?.resting} orders at ${ours?.levels} prices in the end, ${ours?.deals} deals; median of ${ROUNDS}`,
    ['book', 'operations per CPU second', 'slowest to fastest', 'ours is', 'same deals and book'],
    all.map((measured) => [
      measured.name,
      perSecond(median(measured.seconds)),
      `${perSecond(Math.max(...measured.seconds))} to ${perSecond(Math.min(...measured.seconds))}`,
      `${round(timesOurs(measured, all))} ×`,
      measured.result.digest === ours?.digest ? 'yes' : 'NO',
    ]),
  );
}

const measured = LOADS.map((load) => measure(load));
LOADS.forEach((load, index) => print(load, measured[index] ?? []));

const [load] = LOADS as readonly [Load];
const [all = []] = measured;
const [naive, part] = ['naive', 'ours'].map((name) =>
  inProcess<Result>(name, load, NAIVE_OPERATIONS, 'result'),
);
printGoals([
  ...all.slice(1).map((peer) => ({
    name: `at least ${RATIO_MIN} × ${peer.name}, ${load.name}`,
    met: timesOurs(peer, all) >= RATIO_MIN,
    measured: `${round(timesOurs(peer, all))} ×`,
  })),
  {
    name: `deals and book of the naive book, first ${NAIVE_OPERATIONS} operations`,
    met: naive !== undefined && naive.deals > 0 && naive.digest === part?.digest,
    measured: `${naive?.deals} deals, ${naive?.levels} prices`,
  },
]);
