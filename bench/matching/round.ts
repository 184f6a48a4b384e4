/**
 * The process of one book and one load: `round.ts <book> <load> <operations> <time|result|both>`. Each has its own
 * process, so that neither the compiler nor the garbage collector has seen another book. Prints one line of
 * JSON.
 */
import { createHash } from 'node:crypto';
import { ensure } from '../../contract/assert.ts';
import { sized } from '../lib/mode.ts';
import { BOOKS, LOADS } from './loads.ts';
import { createOperations } from './operations.ts';

export interface Result {
  readonly deals: number;
  readonly levels: number;
  readonly resting: number;
  /** Digest of all fills in order and of all final levels. */
  readonly digest: string;
}

/** Result of a process; a smoke run asks for both at once. */
export type What = 'time' | 'result' | 'both';

/** CPU seconds of one run, all threads of the process. */
export interface Timing {
  readonly seconds: number;
}

/** Shortest warm-up for the compiler, because a server runs for days, and shortest measurement. */
const SECONDS_MIN = sized(3, 0.001);
const WARM_UP_OPERATIONS = 100_000;

const [bookName = '', loadName = '', size = '', what = ''] = process.argv.slice(2);
const book = ensure(BOOKS[bookName], `the book ${bookName}`);
const load = ensure(
  LOADS.find(({ name }) => name === loadName),
  `the load ${loadName}`,
);
const operations = createOperations(Number(size), load);

function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function time(): Timing {
  const count = Math.min(WARM_UP_OPERATIONS, operations.count);
  repeat(() => book.run(operations, count, null));
  return { seconds: repeat(() => book.run(operations, operations.count, null)) };
}

/** Repeats `work` until enough time has passed, at least once, and returns the mean. */
function repeat(work: () => void): number {
  let spent = 0;
  let times = 0;
  for (; spent < SECONDS_MIN; times++) spent += secondsOf(work);
  return spent / times;
}

function result(): Result {
  const hash = createHash('sha256');
  let deals = 0;
  const levelsOf = book.run(operations, operations.count, (...fill) => {
    deals++;
    hash.update(`${fill.join(' ')}\n`);
  });
  const levels = levelsOf();
  const digest = hash.update(levels.join('\n')).digest('hex');
  return { deals, levels: levels.length, resting: operations.restingInTheEnd, digest };
}

const printed = what === 'both' ? { ...time(), ...result() } : what === 'time' ? time() : result();
console.log(JSON.stringify(printed));
