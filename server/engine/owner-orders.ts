/**
 * Open orders by owner, only for owners that were queried lately: the first query creates the list, and
 * later orders keep it current. The market maker, which places most orders, usually cancels them by id.
 * It is only queried in a market that all its orders must leave, and costs nothing in the others.
 */
import { assert } from '../../contract/assert.ts';
import type { RestingOrder } from './resting-order.ts';

/** Owners whose lists are kept; the list of the one that was queried the longest ago goes first. */
const OWNERS_MAX = 4_096;

export class OwnerOrders {
  /**
   * Ids, oldest first. The lists are short, because a user has at most a few hundred open orders.
   */
  readonly #asked = new Map<number, number[]>();
  readonly #ownersMax: number;

  constructor(ownersMax = OWNERS_MAX) {
    this.#ownersMax = ownersMax;
  }

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
    // Listed again, as the last that was queried.
    this.#asked.delete(ownerId);
    if (known !== undefined) {
      this.#asked.set(ownerId, known);
      return known.slice();
    }
    const ids: number[] = [];
    for (const order of all) if (order.ownerId === ownerId) ids.push(order.id);
    // Ids rise with time.
    ids.sort((a, b) => a - b);
    this.#asked.set(ownerId, ids);
    for (const eldest of this.#asked.keys()) {
      if (this.#asked.size <= this.#ownersMax) break;
      this.#asked.delete(eldest);
    }
    return ids.slice();
  }
}
