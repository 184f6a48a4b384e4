/** Who has which orders in the book. */
import { assert } from '../../contract/assert.ts';
import type { RestingOrder } from './resting-order.ts';

export class OwnerOrders {
  /** Ids, oldest first. Short lists: nobody has more than a few hundred open orders. */
  private readonly byOwner = new Map<number, number[]>();

  add(order: RestingOrder): void {
    const ids = this.byOwner.get(order.ownerId);
    if (ids === undefined) {
      order.idsOfOwner = [order.id];
      this.byOwner.set(order.ownerId, order.idsOfOwner);
    } else {
      order.idsOfOwner = ids;
      ids.push(order.id);
    }
  }

  remove({ id, ownerId, idsOfOwner: ids }: RestingOrder): void {
    const place = ids.indexOf(id);
    assert(place >= 0, 'an order is among those of its owner');
    if (ids.length === 1) this.byOwner.delete(ownerId);
    // Moved by hand: splice would make a list of what it takes out.
    for (let next = place + 1; next < ids.length; next++) ids[next - 1] = ids[next] as number;
    ids.pop();
  }

  /** Ids of the owner's orders, oldest first. */
  idsOf(ownerId: number): number[] {
    return this.byOwner.get(ownerId)?.slice() ?? [];
  }
}
