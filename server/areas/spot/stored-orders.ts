/**
 * Which orders have a row. Orders of people have one for ever. One of the house has one while it is open,
 * and for ever once it has dealt with a person, whose deal has both its orders then. See docs/adr/0015.
 */
import { isHouse } from '../../ledger/chart.ts';
import type { SpotOrder } from './spot-events.ts';
import type { SealedBatch } from './spot-store.types.ts';

export class StoredOrders {
  /** Open orders of the house that have dealt with people. */
  readonly #kept = new Set<number>();

  /** Takes over an open order: with whom one of the house has dealt before is not known any more. */
  load({ id, ownerId, executedLots }: SpotOrder): void {
    if (isHouse(ownerId) && executedLots > 0) this.#kept.add(id);
  }

  /** Notes that two orders deal with each other. */
  meet(taker: SpotOrder, maker: SpotOrder): void {
    if (isHouse(taker.ownerId) === isHouse(maker.ownerId)) return;
    this.#kept.add(isHouse(taker.ownerId) ? taker.id : maker.id);
  }

  /**
   * What becomes of the rows of changed orders. To be called once a batch.
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
