/** Who has which orders in the book: a list per owner, threaded through the orders. */
import { ensure } from '../../contract/assert.ts';
import type { RestingOrder } from './resting-order.ts';

interface Ends {
  oldest: RestingOrder;
  newest: RestingOrder;
}

export class OwnerOrders {
  private readonly byOwner = new Map<number, Ends>();

  add(order: RestingOrder): void {
    const ends = this.byOwner.get(order.ownerId);
    if (ends === undefined) {
      this.byOwner.set(order.ownerId, { oldest: order, newest: order });
      return;
    }
    order.olderOfOwner = ends.newest;
    ends.newest.newerOfOwner = order;
    ends.newest = order;
  }

  remove(order: RestingOrder): void {
    const { olderOfOwner: older, newerOfOwner: newer } = order;
    if (older !== null) older.newerOfOwner = newer;
    if (newer !== null) newer.olderOfOwner = older;
    if (older !== null && newer !== null) return;
    const ends = ensure(this.byOwner.get(order.ownerId), 'the orders of an owner');
    if (older !== null) ends.newest = older;
    else if (newer !== null) ends.oldest = newer;
    else this.byOwner.delete(order.ownerId);
  }

  /** Ids of the owner's orders, oldest first. */
  idsOf(ownerId: number): number[] {
    const ids: number[] = [];
    let order = this.byOwner.get(ownerId)?.oldest ?? null;
    while (order !== null) {
      ids.push(order.id);
      order = order.newerOfOwner;
    }
    return ids;
  }
}
