/** The durable part of the writer's memory, shown to readers while the next batch is being committed. */
import { ensure } from '../../../contract/assert.ts';
import type { Depth, Level, Side } from '../../engine/engine-types.ts';
import type { CommittedBatch, LevelChange, SpotBalance, SpotOrder } from './spot-events.ts';
import type { OwnerBalances } from '../../ledger/writer/owned-balances.ts';

/** Lots by price. */
type Levels = Map<number, number>;

interface Book {
  readonly buy: Levels;
  readonly sell: Levels;
}

/** At least this many ended orders are remembered, because a cancel often arrives just after the last trade. */
const ENDED_KEPT = 10_000;

export class CommittedView {
  readonly #orders = new Map<number, SpotOrder>();
  /**
   * The newest ended orders, and the ones before them. Two maps alternate, because finding the oldest
   * entry of a single map takes 4 µs: it must skip all deleted entries.
   */
  #ended = new Map<number, SpotOrder>();
  #endedBefore: ReadonlyMap<number, SpotOrder> = new Map();
  readonly #ordersOf = new Map<number, Map<number, SpotOrder>>();
  readonly #balancesOf = new Map<number, Map<number, SpotBalance>>();
  readonly #books = new Map<number, Book>();

  /** Loads the state that was read at the start. */
  load(
    orders: readonly SpotOrder[],
    balances: OwnerBalances,
    books: ReadonlyMap<number, Depth>,
  ): void {
    for (const order of orders) this.#takeOrder(order);
    for (const [ownerId, own] of balances) this.loadBalances(ownerId, own);
    for (const [marketId, { bids, asks }] of books)
      this.#books.set(marketId, { buy: levelsOf(bids), sell: levelsOf(asks) });
  }

  /** Whether the balances of the owner were loaded. */
  knows(ownerId: number): boolean {
    return this.#balancesOf.has(ownerId);
  }

  /** Loads the stored balances of an owner; does nothing for a known owner. */
  loadBalances(ownerId: number, balances: readonly SpotBalance[]): void {
    if (this.knows(ownerId)) return;
    this.#balancesOf.set(ownerId, new Map(balances.map((each) => [each.currencyId, each])));
  }

  /** Drops the balances of an owner, which the writer's memory has forgotten too. */
  forgetBalances(ownerId: number): void {
    this.#balancesOf.delete(ownerId);
  }

  apply({ orders, balances, levels }: CommittedBatch): void {
    for (const order of orders) this.#takeOrder(order);
    for (const balance of balances) this.#takeBalance(balance);
    for (const [marketId, changes] of levels) this.#takeLevels(marketId, changes);
  }

  /** Returns an order that is open or has ended recently. */
  order(id: number): SpotOrder | undefined {
    return this.#orders.get(id) ?? this.#ended.get(id) ?? this.#endedBefore.get(id);
  }

  /** Returns the newest orders first. */
  openOrders(ownerId: number): readonly SpotOrder[] {
    return [...(this.#ordersOf.get(ownerId)?.values() ?? [])].toReversed();
  }

  /** @throws AssertionError for an owner whose balances were not loaded. */
  balances(ownerId: number): readonly SpotBalance[] {
    return [...ensure(this.#balancesOf.get(ownerId), 'loaded balances').values()];
  }

  depth(marketId: number): Depth {
    const book = this.#books.get(marketId);
    return { bids: sorted(book?.buy, 'buy'), asks: sorted(book?.sell, 'sell') };
  }

  /** Orders arrive by rising number, so that each owner's map stays in that order. */
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
    ensure(this.#balancesOf.get(balance.ownerId), 'loaded balances').set(
      balance.currencyId,
      balance,
    );
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
