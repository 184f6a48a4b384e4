/** A drawn market of one instrument for the core of fast contracts: points, orders and their settlement. Seeded. */
import { assert, ensure } from '../../../contract/assert.ts';
import { writeRecord, type IndexRecord } from '../../../contract/figures/index-record.ts';
import { writeReceipt } from '../../../contract/figures/micro-receipt.ts';
import { units } from '../../../contract/money/units.ts';
import { MicroCore } from '../../../server/engine/micro/micro-core.ts';
import type { MicroOrder } from '../../../server/engine/micro/micro-types.ts';
import { pointOf, settleNaively, type NaivePoint } from './naive-settlement.ts';

const INSTRUMENT = 'BTC/USDT';
const START_MS = 1_795_693_600_000;
const GRID_MS = 250;
const DURATIONS = [4, 30, 60] as const;
const RATES = [
  [850_000, 1_000_000],
  [333_333, 900_001],
  [1, 1],
] as const;

/** Returns the next number of a seed, in [0, 1). */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Compared {
  readonly settled: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Orders on which core and independent settlement differ. */
  readonly differing: readonly string[];
}

/** Settles about `count` drawn orders by the core, and each again from text alone. */
export function settleDrawnMarket(seed: number, count: number): Compared {
  const chance = chanceOf(seed);
  const core = new MicroCore(new Map([[INSTRUMENT, 'always']]));
  const receipts = new Map<number, string>();
  let points: NaivePoint[] = [];
  let downUntilMs = 0;
  const outcomes: Record<string, number> = {};
  const differing: string[] = [];
  let [settled, placed, price, atMs] = [0, 0, 97_000, START_MS];
  while (settled < count) {
    price = Math.max(1_000, price + Math.round((chance() - 0.5) * 4));
    const record = recordAt(atMs, price, chance);
    // A server that is down records nothing.
    if (chance() < 0.01) downUntilMs = atMs + Math.floor(chance() * 5_000);
    if (atMs > downUntilMs) {
      points.push(pointOf(writeRecord(record)));
      if (points.length > 2 * POINTS_OF_ORDER) points = points.slice(-POINTS_OF_ORDER);
      core.takePoint(record);
    }
    for (const due of core.work(Number.POSITIVE_INFINITY, atMs)) {
      if (due.type === 'opened') continue;
      const { order } = due;
      settled += 1;
      outcomes[order.state] = (outcomes[order.state] ?? 0) + 1;
      const text = ensure(receipts.get(order.id), 'a receipt');
      receipts.delete(order.id);
      const naive = settleNaively(text, points);
      if (naive.outcome !== order.state || naive.payout !== order.payout) differing.push(text);
    }
    for (let more = chance() * 4; more > 1 && placed < count; more -= 1) {
      placed += 1;
      const order = core.place(drawnOrder(placed, atMs + Math.floor(chance() * GRID_MS), chance));
      receipts.set(order.id, receiptOf(order));
    }
    atMs += GRID_MS;
    assert(atMs < START_MS + count * 3_600_000, 'the market ends');
  }
  return { settled, outcomes, differing };
}

/** The longest order and its patience need so many points. */
const POINTS_OF_ORDER = 300;

function recordAt(atMs: number, price: number, chance: () => number): IndexRecord {
  const spread = chance() < 0.1 ? 40 : 10;
  const sources = ['a', 'b', 'c'].map((sourceId) => ({
    sourceId,
    ticks: price + Math.round((chance() - 0.5) * spread),
    atMs: atMs - Math.floor(chance() * 2_100),
  }));
  const point =
    chance() < 0.05
      ? ({ ticks: null, gap: 'apart' } as const)
      : ({ ticks: price, gap: null } as const);
  return { ...point, instrument: INSTRUMENT, atMs, sources };
}

function drawnOrder(id: number, acceptedAtMs: number, chance: () => number) {
  const [profitPpm, lossPpm] = RATES[Math.floor(chance() * RATES.length)] ?? RATES[0];
  return {
    id,
    ownerId: 7,
    productId: 1,
    instrument: INSTRUMENT,
    priceScale: 2,
    direction: chance() < 0.5 ? ('up' as const) : ('down' as const),
    seconds: DURATIONS[Math.floor(chance() * DURATIONS.length)] ?? 4,
    stake: units(1n + BigInt(Math.floor(chance() * 1e9)) * BigInt(Math.floor(chance() * 1e12))),
    profitPpm,
    lossPpm,
    acceptedAtMs,
  };
}

const receiptOf = (order: MicroOrder): string =>
  writeReceipt({
    token: 'A'.repeat(22),
    instrument: order.instrument,
    priceScale: order.priceScale,
    direction: order.direction,
    seconds: order.seconds,
    stake: order.stake,
    currency: 'USDT',
    profitPpm: order.profitPpm,
    lossPpm: order.lossPpm,
    acceptedAtMs: order.acceptedAtMs,
    logAtMs: START_MS,
    head: '0'.repeat(64),
  });
