/**
 * The load of the matching bench: of 100 operations 60 limit orders that rest near the middle, 20 cancels of
 * open orders, 20 limit orders that cross. It is kept in columns, so that every book builds its own input
 * from them.
 */
import type { Side } from '../../server/engine/engine-types.ts';
import { createMatchingEngine } from '../../server/engine/matching-engine.ts';
import { createRandom } from '../../tests/support/engine/engine-workload.ts';

export interface Operations {
  readonly count: number;
  /** Orders that are open after the last operation. */
  readonly restingInTheEnd: number;
  /** Id of the order to place or to cancel. */
  readonly ids: Int32Array;
  /** Lots; 0 for a cancel. */
  readonly lots: Int32Array;
  readonly prices: Int32Array;
  readonly owners: Int32Array;
  /** 1 for a buy, 0 for a sell. */
  readonly buys: Uint8Array;
}

const OWNERS = 5_000;
const MID_TICKS = 100_000;
const WAITING_SPAN_TICKS = 160;
const CROSSING_TICKS = 100;
const WAITING_LOTS_MAX = 100;

/** No order meets an order of its own owner, because the npm order books treat that differently or not at all. */
export function createOperations(
  count: number,
  { seed, crossingLotsMax }: { readonly seed: number; readonly crossingLotsMax: number },
): Operations {
  const random = createRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const engine = createMatchingEngine();
  const open = new OpenOrders();
  const operations = {
    count,
    ids: new Int32Array(count),
    lots: new Int32Array(count),
    prices: new Int32Array(count),
    owners: new Int32Array(count),
    buys: new Uint8Array(count),
  };
  let midTicks = MID_TICKS;
  for (let n = 0; n < count; n++) {
    const draw = below(100);
    if (draw < 20 && open.size > 0) {
      operations.ids[n] = open.takeAt(below(open.size));
      engine.cancel(operations.ids[n] ?? 0);
      continue;
    }
    if (below(200) === 0) midTicks += below(3) - 1;
    const side: Side = below(2) === 0 ? 'buy' : 'sell';
    const sign = side === 'buy' ? 1 : -1;
    const isCrossing = draw >= 80;
    const priceTicks = isCrossing
      ? midTicks + sign * CROSSING_TICKS
      : midTicks - sign * (1 + below(WAITING_SPAN_TICKS));
    const quantityLots = 1 + below(isCrossing ? crossingLotsMax : WAITING_LOTS_MAX);
    const size = { id: n + 1, side, priceTicks, quantityLots };
    const ownerId = strangerFor(engine, size, below(OWNERS));
    const { fills, restingLots } = engine.place({ kind: 'limit', ...size, ownerId });
    for (const { makerOrderId, makerRemainingLots } of fills)
      if (makerRemainingLots === 0) open.remove(makerOrderId);
    if (restingLots > 0) open.add(n + 1);
    operations.ids[n] = n + 1;
    operations.lots[n] = quantityLots;
    operations.prices[n] = priceTicks;
    operations.owners[n] = ownerId;
    operations.buys[n] = side === 'buy' ? 1 : 0;
  }
  return { ...operations, restingInTheEnd: open.size };
}

/** Returns the first owner from `candidate` on that would not meet an own order. */
function strangerFor(
  engine: ReturnType<typeof createMatchingEngine>,
  order: { id: number; side: Side; priceTicks: number; quantityLots: number },
  candidate: number,
): number {
  const lotsOf = (ownerId: number) =>
    engine.preview({
      kind: 'market',
      id: order.id,
      ownerId,
      side: order.side,
      quantityLots: order.quantityLots,
      budgetTickLots: null,
      worstPriceTicks: order.priceTicks,
    }).lots;
  const wanted = lotsOf(-1);
  let ownerId = candidate;
  while (lotsOf(ownerId) < wanted) ownerId = (ownerId + 1) % OWNERS;
  return ownerId;
}

/** Ids of open orders, with removal at random in constant time. */
class OpenOrders {
  readonly #ids: number[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#ids.length;
  }

  add(id: number): void {
    this.#places.set(id, this.#ids.length);
    this.#ids.push(id);
  }

  takeAt(place: number): number {
    const id = this.#ids[place] ?? 0;
    this.remove(id);
    return id;
  }

  remove(id: number): void {
    const place = this.#places.get(id);
    const last = this.#ids.pop();
    if (place === undefined || last === undefined) return;
    this.#places.delete(id);
    if (last === id) return;
    this.#ids[place] = last;
    this.#places.set(last, place);
  }
}
