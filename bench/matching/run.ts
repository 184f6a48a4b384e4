/**
 * Matching alone: 1,000,000 mixed operations on our engine and on the order books of npm, through their public
 * calls, in turn, each on an empty book. CPU time counts, since neighbours halve wall clocks; medians are shown.
 */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OrderBook as HftOrderBook } from 'hft-limit-order-book';
import { OrderBook as NodejsOrderBook } from 'nodejs-order-book';
import { createMatchingEngine } from '../../server/engine/matching-engine.ts';
import { createReferenceBook } from '../../tests/support/reference-book.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';
import { npmBook, ourBook, type Book, type NpmOrderBook } from './books.ts';
import { createOperations, type Operations } from './operations.ts';

const OPERATIONS = 1_000_000;
const WARM_UP_OPERATIONS = 100_000;
/** Sorting all orders at each step is too slow for more. */
const NAIVE_OPERATIONS = 10_000;
const ROUNDS = 3;
const RATIO_MIN = 40;
const SEED = 20_261_120;

const ours = ourBook(createMatchingEngine);
const CONTENDERS: readonly (readonly [name: string, book: Book])[] = [
  ['ours', ours],
  ['nodejs-order-book', npmBook(() => new NodejsOrderBook() as unknown as NpmOrderBook)],
  ['hft-limit-order-book', npmBook(() => new HftOrderBook() as unknown as NpmOrderBook)],
];

/** Digest of all deals in their order, and of the book in the end. */
function resultOf(book: Book, operations: Operations, count: number) {
  const hash = createHash('sha256');
  let deals = 0;
  const levelsOf = book.run(operations, count, (...fill) => {
    deals++;
    hash.update(`${fill.join(' ')}\n`);
  });
  const levels = levelsOf();
  return { deals, levels: levels.length, digest: hash.update(levels.join('\n')).digest('hex') };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** CPU seconds, all threads of the process. */
function secondsOf(book: Book, operations: Operations): number {
  collectGarbage();
  const before = process.cpuUsage();
  book.run(operations, operations.count, null);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const operations = createOperations(OPERATIONS, SEED);

const naive = resultOf(ourBook(createReferenceBook), operations, NAIVE_OPERATIONS);
const part = resultOf(ours, operations, NAIVE_OPERATIONS);
const results = CONTENDERS.map(([, book]) => resultOf(book, operations, OPERATIONS));

for (const [, book] of CONTENDERS) book.run(operations, WARM_UP_OPERATIONS, null);
const seconds = CONTENDERS.map(() => [] as number[]);
for (let i = 0; i < ROUNDS; i++)
  CONTENDERS.forEach(([, book], index) => seconds[index]?.push(secondsOf(book, operations)));

const perSecond = seconds.map((samples) => OPERATIONS / median(samples));
const [oursPerSecond = Number.NaN] = perSecond;
printTable(
  `${OPERATIONS} operations (60 % waiting, 20 % cancels, 20 % crossing), median of ${ROUNDS} rounds`,
  [
    'book',
    'operations per CPU second',
    'slowest to fastest round',
    'ours is',
    'deals',
    'same deals',
  ],
  CONTENDERS.map(([name], index) => [
    name,
    Math.round(perSecond[index] ?? 0).toLocaleString('en-US'),
    [Math.max, Math.min]
      .map((pick) =>
        Math.round(OPERATIONS / pick(...(seconds[index] ?? []))).toLocaleString('en-US'),
      )
      .join(' to '),
    `${round(oursPerSecond / (perSecond[index] ?? Number.NaN))} ×`,
    results[index]?.deals ?? 0,
    results[index]?.digest === results[0]?.digest ? 'yes' : 'NO',
  ]),
);
printGoals([
  ...CONTENDERS.slice(1).map(([name], index) => {
    const ratio = oursPerSecond / (perSecond[index + 1] ?? Number.NaN);
    return {
      name: `at least ${RATIO_MIN} × ${name}`,
      met: ratio >= RATIO_MIN,
      measured: `${round(ratio)} ×`,
    };
  }),
  {
    name: `deals and book of the naive book, first ${NAIVE_OPERATIONS} operations`,
    met: naive.digest === part.digest && naive.deals > 0,
    measured: `${naive.deals} deals, ${naive.levels} levels`,
  },
  {
    name: `deals and book of the peers, all ${OPERATIONS} operations`,
    met: results.every(({ digest }) => digest === results[0]?.digest),
    measured: results.map(({ deals, levels }) => `${deals} deals, ${levels} levels`).join('; '),
  },
]);
