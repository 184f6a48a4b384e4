/** Seeded streams of operations on an order book: the same mix and seed always give the same operations. */
import type { IncomingOrder, Side } from '../../../server/engine/engine-types.ts';

export type Operation =
  | { readonly type: 'place'; readonly order: IncomingOrder }
  | { readonly type: 'cancel'; readonly orderId: number }
  /** Reads the changed levels. */
  | { readonly type: 'changes' }
  /** A new order book, filled with the open orders of the old one. */
  | { readonly type: 'restart' };

interface Mix {
  readonly name: string;
  readonly owners: number;
  /** Middle price, and the largest distance of orders from it. */
  readonly midTicks: number;
  readonly spanTicks: number;
  readonly lotsMax: number;
  readonly firstId: number;
  readonly idStep: number;
  /** Shares per 100 operations; the rest are limit orders and reads. */
  readonly cancels: number;
  readonly markets: number;
  /** Share per 100 market orders. */
  readonly banded: number;
  /** Share per 100 market buys. */
  readonly budgeted: number;
}

const BASE: Mix = {
  name: 'mixed',
  owners: 40,
  midTicks: 10_000,
  spanTicks: 12,
  lotsMax: 50,
  firstId: 1,
  idStep: 1,
  cancels: 20,
  markets: 15,
  banded: 50,
  budgeted: 50,
};

export const MIXES: readonly Mix[] = [
  BASE,
  { ...BASE, name: 'one price', spanTicks: 0, lotsMax: 9 },
  { ...BASE, name: 'one tick apart', spanTicks: 1, markets: 5, idStep: 4_096 },
  { ...BASE, name: 'few owners', owners: 3, spanTicks: 4 },
  { ...BASE, name: 'budgets', markets: 45, budgeted: 90, banded: 20, midTicks: 200, spanTicks: 60 },
  { ...BASE, name: 'bands', markets: 40, budgeted: 20, banded: 95, spanTicks: 30 },
  { ...BASE, name: 'cancels', cancels: 45, spanTicks: 60 },
  { ...BASE, name: 'deep', cancels: 5, markets: 12, spanTicks: 80 },
  { ...BASE, name: 'lowest prices', midTicks: 3, spanTicks: 4, lotsMax: 3 },
  {
    ...BASE,
    name: 'largest numbers',
    midTicks: 2 ** 52,
    spanTicks: 20,
    lotsMax: 2 ** 44,
    firstId: 2 ** 52,
  },
];

/** Largest number of own open orders, so that a naive book keeps up. */
const OPEN_MAX = 150;
const QUESTIONS = 4;
const RESTARTS_PER_1000 = 2;

/** An endless stream of operations. */
export function* workload(mix: Mix, seed: number): Generator<Operation, never> {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const known: number[] = [];
  let lastId = mix.firstId - mix.idStep;
  let midTicks = mix.midTicks;

  const price = () => Math.max(1, midTicks + below(2 * mix.spanTicks + 1) - mix.spanTicks);
  const order = (): IncomingOrder => {
    const base = { id: (lastId += mix.idStep), ownerId: below(mix.owners), side: sideOf(below(2)) };
    const quantityLots = 1 + below(mix.lotsMax);
    if (below(100) >= mix.markets) {
      known.push(base.id);
      return { ...base, kind: 'limit', priceTicks: price(), quantityLots };
    }
    const worstPriceTicks = below(100) < mix.banded ? price() : null;
    const market = { ...base, kind: 'market' as const, worstPriceTicks };
    if (base.side === 'sell' || below(100) >= mix.budgeted)
      return { ...market, quantityLots, budgetTickLots: null };
    // Sometimes less than the cost of one lot, mostly a few lots and a remainder.
    const bit = BigInt(below(Math.min(1_000, mix.midTicks)));
    const budgetTickLots = BigInt(price()) * BigInt(below(3 * mix.lotsMax)) + bit;
    return { ...market, quantityLots: below(4) === 0 ? quantityLots : null, budgetTickLots };
  };

  for (;;) {
    if (below(50) === 0) midTicks = Math.max(1, midTicks + below(5) - 2);
    if (below(1_000) < RESTARTS_PER_1000) yield { type: 'restart' };
    else if (below(100) < QUESTIONS) yield { type: 'changes' };
    else if (known.length > OPEN_MAX || below(100) < mix.cancels)
      // The order may be gone already, or may never have been in the book.
      yield { type: 'cancel', orderId: known.splice(below(known.length), 1)[0] ?? lastId + 1 };
    else yield { type: 'place', order: order() };
  }
}

const sideOf = (bit: number): Side => (bit === 0 ? 'buy' : 'sell');

/** Uniform numbers from 0 to below 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
