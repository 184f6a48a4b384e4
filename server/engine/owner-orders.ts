/** Who has which orders in the book. */
import { assert } from '../../contract/assert.ts';
import type { RestingOrder } from './resting-order.ts';

export class OwnerOrders {
  /** Oldest first. Short lists: nobody has more than a few hundred open orders. */
  private readonly byOwner = new Map<number, number[]>();

  add({ id, ownerId }: RestingOrder): void {
    const ids = this.byOwner.get(ownerId);
    if (ids === undefined) this.byOwner.set(ownerId, [id]);
    else ids.push(id);
  }

  remove({ id, ownerId }: RestingOrder): void {
    const ids = this.byOwner.get(ownerId);
    const place = ids?.indexOf(id) ?? -1;
    assert(ids !== undefined && place >= 0, 'an order is among those of its owner');
    if (ids.length === 1) this.byOwner.delete(ownerId);
    else ids.splice(place, 1);
  }

  /** Ids of the owner's orders, oldest first. */
  idsOf(ownerId: number): number[] {
    return this.byOwner.get(ownerId)?.slice() ?? [];
  }
}
