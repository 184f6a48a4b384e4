/** What is durable of the writer's memory: what readers are shown, while the next batch is still on its way. */
import type { Depth, Level, Side } from '../../engine/engine-types.ts';
import type { CommittedBatch, LevelChange, SpotBalance, SpotOrder } from './spot-events.ts';

/** Lots by price. */
type Levels = Map<number, number>;

interface Book {
  readonly buy: Levels;
  readonly sell: Levels;
}

/** Orders that are at least remembered after their end: a cancel often comes just after the last deal. */
const ENDED_KEPT = 10_000;

export class CommittedView {
  readonly #orders = new Map<number, SpotOrder>();
  /**
   * The newest that have ended, and those before them. Two maps that take turns, because the oldest
   * entry of one map is behind the holes of all that were deleted before it: 4 µs to find.
   */
  #ended = new Map<number, SpotOrder>();
  #endedBefore: ReadonlyMap<number, SpotOrder> = new Map();
  readonly #ordersOf = new Map<number, Map<number, SpotOrder>>();
  readonly #balancesOf = new Map<number, Map<number, SpotBalance>>();
  readonly #books = new Map<number, Book>();

  /** Takes over what a start has found. */
  load(
    orders: readonly SpotOrder[],
    balances: readonly SpotBalance[],
    books: ReadonlyMap<number, Depth>,
  ): void {
    for (const order of orders) this.#takeOrder(order);
    for (const balance of balances) this.#takeBalance(balance);
    for (const [marketId, { bids, asks }] of books)
      this.#books.set(marketId, { buy: levelsOf(bids), sell: levelsOf(asks) });
  }

  apply({ orders, balances, levels }: CommittedBatch): void {
    for (const order of orders) this.#takeOrder(order);
    for (const balance of balances) this.#takeBalance(balance);
    for (const [marketId, changes] of levels) this.#takeLevels(marketId, changes);
  }

  /** An order that is open or has ended lately. */
  order(id: number): SpotOrder | undefined {
    return this.#orders.get(id) ?? this.#ended.get(id) ?? this.#endedBefore.get(id);
  }

  /** Newest first. */
  openOrders(ownerId: number): readonly SpotOrder[] {
    return [...(this.#ordersOf.get(ownerId)?.values() ?? [])].toReversed();
  }

  balances(ownerId: number): readonly SpotBalance[] {
    return [...(this.#balancesOf.get(ownerId)?.values() ?? [])];
  }

  depth(marketId: number): Depth {
    const book = this.#books.get(marketId);
    return { bids: sorted(book?.buy, 'buy'), asks: sorted(book?.sell, 'sell') };
  }

  /** Orders come by rising number, so that those of an owner stay in that order. */
  #takeOrder(order: SpotOrder): void {
    const { id, ownerId } = order;
    const own = this.#ordersOf.get(ownerId);
    if (order.state === 'paid') {
      this.#orders.set(id, order);
      if (own) own.set(id, order);
      else this.#ordersOf.set(ownerId, new Map([[id, order]]));
      return;
    }
    if (this.#ended.size >= ENDED_KEPT) {
      this.#endedBefore = this.#ended;
      this.#ended = new Map();
    }
    this.#ended.set(id, order);
    if (!this.#orders.delete(id) || own === undefined) return;
    own.delete(id);
    if (own.size === 0) this.#ordersOf.delete(ownerId);
  }

  #takeBalance(balance: SpotBalance): void {
    const own = this.#balancesOf.get(balance.ownerId);
    if (own) own.set(balance.currencyId, balance);
    else this.#balancesOf.set(balance.ownerId, new Map([[balance.currencyId, balance]]));
  }

  #takeLevels(marketId: number, changes: readonly LevelChange[]): void {
    const book = this.#books.get(marketId) ?? { buy: new Map(), sell: new Map() };
    this.#books.set(marketId, book);
    for (const { side, priceTicks, quantityLots } of changes) {
      if (quantityLots === 0) book[side].delete(priceTicks);
      else book[side].set(priceTicks, quantityLots);
    }
  }
}

const levelsOf = (levels: readonly Level[]): Levels =>
  new Map(levels.map(({ priceTicks, quantityLots }) => [priceTicks, quantityLots]));

function sorted(levels: Levels | undefined, side: Side): readonly Level[] {
  const sign = side === 'buy' ? -1 : 1;
  return [...(levels ?? [])]
    .map(([priceTicks, quantityLots]) => ({ priceTicks, quantityLots }))
    .toSorted((a, b) => sign * (a.priceTicks - b.priceTicks));
}
