/**
 * Open orders by owner, only for owners that were queried: the first query creates the list, and later
 * orders keep it current. The market maker, which places most orders, usually cancels them by id.
 * It is only queried in a market that all its orders must leave, and costs nothing in the others.
 */
import { assert } from '../../contract/assert.ts';
import type { RestingOrder } from './resting-order.ts';

export class OwnerOrders {
  /**
   * Ids, oldest first. The lists are short, because a user has at most a few hundred open orders.
   */
  readonly #asked = new Map<number, number[]>();

  add({ id, ownerId }: RestingOrder): void {
    this.#asked.get(ownerId)?.push(id);
  }

  remove({ id, ownerId }: RestingOrder): void {
    const ids = this.#asked.get(ownerId);
    if (ids === undefined) return;
    const place = ids.indexOf(id);
    assert(place >= 0, 'an order is among those of its owner');
    ids.splice(place, 1);
  }

  /**
   * Returns the ids of the owner's orders, oldest first. @param all every resting order, for the
   * first query.
   */
  idsOf(ownerId: number, all: Iterable<RestingOrder>): number[] {
    const known = this.#asked.get(ownerId);
    if (known !== undefined) return known.slice();
    const ids: number[] = [];
    for (const order of all) if (order.ownerId === ownerId) ids.push(order.id);
    // Ids rise with time.
    ids.sort((a, b) => a - b);
    this.#asked.set(ownerId, ids);
    return ids.slice();
  }
}
