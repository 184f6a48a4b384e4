/**
 * Decides which orders have a row. Users' orders are kept for good. An order of the exchange has a row
 * while it is open; the row is kept once it has traded with a user, because both orders of such a trade
 * must exist. See docs/adr/0015.
 */
import { isHouse } from '../../ledger/chart.ts';
import type { SpotOrder } from './spot-events.ts';
import type { SealedBatch } from './spot-store.types.ts';

export class StoredOrders {
  /** Open orders of the exchange that have traded with users. */
  readonly #kept = new Set<number>();

  /**
   * Loads an open order. A partly executed order of the exchange is kept, because its counterparties are
   * not known anymore.
   */
  load({ id, ownerId, executedLots }: SpotOrder): void {
    if (isHouse(ownerId) && executedLots > 0) this.#kept.add(id);
  }

  /** Notes a trade between two orders. */
  meet(taker: SpotOrder, maker: SpotOrder): void {
    if (isHouse(taker.ownerId) === isHouse(maker.ownerId)) return;
    this.#kept.add(isHouse(taker.ownerId) ? taker.id : maker.id);
  }

  /**
   * Sorts changed orders by the change of their rows. Must be called once per batch.
   * @param orders by id. @param firstNewId the first that has no row yet.
   */
  rowsOf(
    orders: readonly SpotOrder[],
    firstNewId: number,
  ): Pick<SealedBatch, 'newOrders' | 'changedOrders' | 'droppedOrders'> {
    const newOrders: SpotOrder[] = [];
    const changedOrders: SpotOrder[] = [];
    const droppedOrders: number[] = [];
    for (const order of orders) {
      const isNew = order.id >= firstNewId;
      if (this.#hasRow(order)) (isNew ? newOrders : changedOrders).push(order);
      else if (!isNew) droppedOrders.push(order.id);
    }
    return { newOrders, changedOrders, droppedOrders };
  }

  #hasRow({ id, ownerId, state }: SpotOrder): boolean {
    if (!isHouse(ownerId) || state === 'paid') return true;
    return this.#kept.delete(id);
  }
}
