/**
 * The feed in Node at 1,000 pairs against a bare Map of listeners with the same conflation: the
 * latest value per pair, handed to its listeners once a flush. Rounds alternate; medians are shown.
 */
import { VirtualTimeScheduler } from 'rxjs';
import type { Quotation } from '../../contract/market/market.ts';
import { createFeed } from '../../streams/feed.ts';
import { sized } from '../lib/mode.ts';
import { median, printGoals, printTable, round, type Goal } from '../lib/table.ts';

const PAIRS = 1_000;
const QUOTES = sized(2_000_000, 20_000);
const QUOTES_PER_FLUSH = 2_000;
const ROUNDS = sized(7, 1);
const RATIO_MAX = 4;

interface Contender {
  readonly name: string;
  write(id: number, quotation: Quotation): void;
  flush(): void;
  /** Values that listeners have received: both contenders must agree. */
  delivered(): number;
}

function createFeedContender(subscribersPerPair: number): Contender {
  const frames = new VirtualTimeScheduler();
  const feed = createFeed({ frames });
  feed.opened(() => {});
  let delivered = 0;
  for (let id = 1; id <= PAIRS; id++) {
    for (let n = 0; n < subscribersPerPair; n++) feed.quote$(id).subscribe(() => delivered++);
  }
  return {
    name: 'feed',
    write: (id, quotation) => feed.quotes.write(id, quotation, 1),
    flush: () => frames.flush(),
    delivered: () => delivered,
  };
}

interface BareCell {
  last: Quotation | null;
  isDirty: boolean;
  readonly listeners: ((quotation: Quotation) => void)[];
}

function createBareContender(subscribersPerPair: number): Contender {
  let delivered = 0;
  const cells = new Map<number, BareCell>();
  let dirty: BareCell[] = [];
  for (let id = 1; id <= PAIRS; id++) {
    const listeners = Array.from({ length: subscribersPerPair }, () => () => {
      delivered++;
    });
    cells.set(id, { last: null, isDirty: false, listeners });
  }
  return {
    name: 'bare Map of listeners',
    write(id, quotation) {
      const cell = cells.get(id);
      if (cell === undefined) return;
      cell.last = quotation;
      if (cell.isDirty) return;
      cell.isDirty = true;
      dirty.push(cell);
    },
    flush() {
      const flushed = dirty;
      dirty = [];
      for (const cell of flushed) {
        cell.isDirty = false;
        if (cell.last !== null) for (const listener of cell.listeners) listener(cell.last);
      }
    },
    delivered: () => delivered,
  };
}

/** Quotes ready to write, so that only the contender's own work is timed. */
const quotations = Array.from({ length: 1_024 }, (_, n) => ({
  close: String(n),
  change: String(n % 7),
}));
const ids = Array.from({ length: 65_536 }, (_, n) => ((n * 2_654_435_761) % PAIRS) + 1);

function nanosecondsPerQuote(contender: Contender): number {
  const begun = process.hrtime.bigint();
  for (let n = 0; n < QUOTES; n++) {
    contender.write(ids[n & 65_535] ?? 1, quotations[n & 1_023] as Quotation);
    if (n % QUOTES_PER_FLUSH === QUOTES_PER_FLUSH - 1) contender.flush();
  }
  return Number(process.hrtime.bigint() - begun) / QUOTES;
}

const rows: (string | number)[][] = [];
const goals: Goal[] = [];
for (const subscribersPerPair of [1, 10]) {
  const contenders = [
    createBareContender(subscribersPerPair),
    createFeedContender(subscribersPerPair),
  ];
  const timings = contenders.map(() => [] as number[]);
  for (let i = 0; i <= ROUNDS; i++) {
    contenders.forEach((contender, index) => {
      const ns = nanosecondsPerQuote(contender);
      // The first round warms the compiler up.
      if (i > 0) timings[index]?.push(ns);
    });
  }
  const counts = contenders.map((contender) => contender.delivered());
  if (counts[0] !== counts[1] || counts[0] === 0)
    throw new Error(`deliveries differ: ${counts.join(' and ')}`);
  const [bareNs = Number.NaN, feedNs = Number.NaN] = timings.map(median);
  const ratio = feedNs / bareNs;
  rows.push([`${PAIRS} × ${subscribersPerPair}`, round(bareNs), round(feedNs), round(ratio, 2)]);
  goals.push({
    name: `feed at most ${RATIO_MAX} × the bare Map, ${subscribersPerPair} listener(s) a pair`,
    met: ratio <= RATIO_MAX,
    measured: `${round(ratio, 2)} ×`,
  });
}
printTable(
  'ns per quote, latest value per pair, one flush per 2,000 quotes',
  ['pairs × listeners', 'bare', 'feed', 'ratio'],
  rows,
);
printGoals(goals);
