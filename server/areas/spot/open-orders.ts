/** The open orders of all markets, and their numbers by owner. */
import type { WorkingOrder } from './settlement.ts';

type Counts = Map<number, number>;

export class OpenOrders {
  readonly #orders = new Map<number, WorkingOrder>();
  /** The number of each owner's open orders over all markets. */
  readonly #counts: Counts = new Map();
  /** The same by market. */
  readonly #countsOf = new Map<number, Counts>();

  get(id: number): WorkingOrder | undefined {
    return this.#orders.get(id);
  }

  /** Open orders of the market, oldest first. */
  ofMarket(marketId: number): readonly WorkingOrder[] {
    return [...this.#orders.values()].filter((order) => order.marketId === marketId);
  }

  /** The number of the owner's open orders, in all markets or in one. */
  countOf(ownerId: number, marketId?: number): number {
    const counts = marketId === undefined ? this.#counts : this.#countsOf.get(marketId);
    return counts?.get(ownerId) ?? 0;
  }

  /** Does nothing for an order that is open. */
  add(order: WorkingOrder): void {
    if (this.#orders.has(order.id)) return;
    this.#orders.set(order.id, order);
    this.#count(order, 1);
  }

  /** Does nothing for an order that was never open. */
  drop(order: WorkingOrder): void {
    if (this.#orders.delete(order.id)) this.#count(order, -1);
  }

  #count({ ownerId, marketId }: WorkingOrder, change: 1 | -1): void {
    const ofMarket = this.#countsOf.get(marketId) ?? new Map<number, number>();
    this.#countsOf.set(marketId, ofMarket);
    for (const counts of [this.#counts, ofMarket]) {
      const count = (counts.get(ownerId) ?? 0) + change;
      if (count > 0) counts.set(ownerId, count);
      else counts.delete(ownerId);
    }
  }
}
