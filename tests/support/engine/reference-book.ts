/**
 * A naive order book: a list of orders, sorted at every read. It is slow and simple; the engine must behave
 * the same.
 */
import { assert } from '../../../contract/assert.ts';
import type {
  ExpiryReason,
  Fill,
  IncomingOrder,
  Level,
  LimitOrder,
  MatchingEngine,
  Side,
} from '../../../server/engine/engine-types.ts';

interface Waiting extends LimitOrder {
  /** The rest of `quantityLots`. */
  readonly lots: number;
}

export const createReferenceBook = (): MatchingEngine => new ReferenceBook();

class ReferenceBook implements MatchingEngine {
  /** Resting orders, by time. */
  #waiting: readonly Waiting[] = [];
  #touched: { readonly side: Side; readonly priceTicks: number }[] = [];

  place(order: IncomingOrder) {
    const { fills, lots, ends } = this.#meet(order);
    for (const { makerOrderId, priceTicks, makerRemainingLots: rest } of fills) {
      this.#waiting = this.#waiting
        .map((maker) => (maker.id === makerOrderId ? { ...maker, lots: rest } : maker))
        .filter((maker) => maker.lots > 0);
      this.#touched.push({ side: opposite(order.side), priceTicks });
    }
    if (order.kind === 'limit' && ends === 'rests') this.#wait(order, lots);
    return ends === 'rests'
      ? { fills, restingLots: lots, expired: null }
      : { fills, restingLots: 0, expired: ends };
  }

  restore(order: LimitOrder) {
    assert(this.#meet(order).ends === 'rests' && this.#meet(order).fills.length === 0, 'no cross');
    this.#wait(order, order.quantityLots);
  }

  cancel(orderId: number) {
    const order = this.#waiting.find(({ id }) => id === orderId);
    if (!order) return 0;
    this.#waiting = this.#waiting.filter(({ id }) => id !== orderId);
    this.#touched.push(order);
    return order.lots;
  }

  bestPrice(side: Side) {
    return this.#queue(side)[0]?.priceTicks ?? null;
  }

  preview(order: IncomingOrder) {
    const { fills } = this.#meet(order);
    const lots = fills.reduce((sum, fill) => sum + fill.quantityLots, 0);
    return { lots, costTickLots: fills.reduce((sum, fill) => sum + costOf(fill), 0n) };
  }

  lotsAt(side: Side, priceTicks: number) {
    return this.#level(side, priceTicks).quantityLots;
  }

  depth(count: number) {
    return { bids: this.#levels('buy', count), asks: this.#levels('sell', count) };
  }

  takeChangedLevels() {
    const keys = new Set(this.#touched.map(({ side, priceTicks }) => `${side} ${priceTicks}`));
    this.#touched = [];
    return [...keys].map((key) => {
      const [side, ticks] = key.split(' ') as [Side, string];
      return { side, level: this.#level(side, Number(ticks)) };
    });
  }

  ordersOf(owner: number) {
    return this.#waiting.filter(({ ownerId }) => ownerId === owner).map(({ id }) => id);
  }

  #meet(order: IncomingOrder) {
    assert(!this.#waiting.some(({ id }) => id === order.id), 'the id is new');
    return meetAll(order, this.#queue(opposite(order.side)));
  }

  #wait(order: LimitOrder, lots: number) {
    this.#waiting = [...this.#waiting, { ...order, lots }];
    this.#touched.push(order);
  }

  #queue(side: Side) {
    const sign = side === 'buy' ? -1 : 1;
    const queue = this.#waiting.filter((order) => order.side === side);
    return queue.toSorted((a, b) => sign * (a.priceTicks - b.priceTicks));
  }

  #levels(side: Side, count: number): Level[] {
    const prices = new Set(this.#queue(side).map(({ priceTicks }) => priceTicks));
    return [...prices].slice(0, count).map((priceTicks) => this.#level(side, priceTicks));
  }

  #level(side: Side, priceTicks: number): Level {
    const orders = this.#queue(side).filter((order) => order.priceTicks === priceTicks);
    return { priceTicks, quantityLots: orders.reduce((sum, { lots }) => sum + lots, 0) };
  }
}

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const costOf = ({ priceTicks, quantityLots }: Fill) => BigInt(priceTicks) * BigInt(quantityLots);

function meetAll(order: IncomingOrder, makers: readonly Waiting[]) {
  const fills: Fill[] = [];
  let lots = order.quantityLots ?? Infinity;
  /** The rest is `lots`; Infinity for a buy by amount. */
  const end = (ends: ExpiryReason | 'rests' | null) => ({ fills, lots, ends });
  for (const maker of [...makers, null]) {
    const last = fills.at(-1);
    const isSpent = order.quantityLots === null && last && payable(order, fills, last) === 0;
    if (lots === 0 || isSpent) return end(null);
    if (!maker) return end(order.kind === 'limit' ? 'rests' : 'no_liquidity');
    const quantityLots = Math.min(lots, maker.lots, payable(order, fills, maker));
    if (quantityLots === 0) return end(order.quantityLots === null && last ? null : 'no_liquidity');
    if (isBeyond(order, maker)) return end(order.kind === 'limit' ? 'rests' : 'price_band');
    if (maker.ownerId === order.ownerId) return end('self_trade');
    lots -= quantityLots;
    const { id: makerOrderId, ownerId: makerOwnerId, priceTicks } = maker;
    const makerRemainingLots = maker.lots - quantityLots;
    fills.push({ makerOrderId, makerOwnerId, priceTicks, quantityLots, makerRemainingLots });
  }
  return end(null);
}

function isBeyond(order: IncomingOrder, { priceTicks }: Waiting): boolean {
  const end = order.kind === 'limit' ? order.priceTicks : order.worstPriceTicks;
  return end !== null && (order.side === 'buy' ? priceTicks > end : priceTicks < end);
}

/** Lots that the remaining budget pays at the price. */
function payable(
  order: IncomingOrder,
  fills: readonly Fill[],
  { priceTicks }: { readonly priceTicks: number },
): number {
  if (order.kind === 'limit' || order.budgetTickLots === null) return Infinity;
  const left = fills.reduce((budget, fill) => budget - costOf(fill), order.budgetTickLots);
  return Number(left / BigInt(priceTicks));
}
