/**
 * The users of fast contracts in memory. Limits and the result of the day are read with the first request that needs
 * them: a start settles what ended before it without the past of each owner.
 */
import { ensure } from '../../../contract/assert.ts';
import { dayOf, type EpochMs } from '../../../contract/time.ts';
import { MicroOwner } from '../../engine/micro/micro-owner.ts';
import type { MicroOrder } from '../../engine/micro/micro-types.ts';
import type { MicroStore } from './micro.types.ts';

export class MicroOwners {
  readonly #store: Pick<MicroStore, 'owner'>;
  readonly #owners = new Map<number, MicroOwner>();
  /** Orders that were open at the start, by owners whose limits and results are not read yet. */
  readonly #unread = new Map<number, number[]>();

  constructor(store: Pick<MicroStore, 'owner'>) {
    this.#store = store;
  }

  /** Takes an open order of an earlier run. */
  restore(order: MicroOrder, now: EpochMs): void {
    const { ownerId, id } = order;
    const owner = this.#owners.get(ownerId) ?? new MicroOwner(now);
    this.#owners.set(ownerId, owner);
    owner.orders.set(id, order);
    const unread = this.#unread.get(ownerId);
    if (unread === undefined) this.#unread.set(ownerId, [id]);
    else unread.push(id);
  }

  /** Whether the limits and the result of the day are in memory. */
  knows(ownerId: number): boolean {
    return this.#owners.has(ownerId) && !this.#unread.has(ownerId);
  }

  /** Resolves when they are in memory. */
  async load(ownerId: number, now: EpochMs): Promise<void> {
    if (this.knows(ownerId)) return;
    // Memory counts the orders of the start when they end, which may be before or after this read.
    const except = this.#unread.get(ownerId) ?? [];
    const stored = await this.#store.owner(ownerId, { since: dayOf(now), except });
    // Another caller may have loaded it, and an order may have ended since.
    if (this.knows(ownerId)) return;
    const owner = this.#owners.get(ownerId) ?? new MicroOwner(now);
    owner.takeStored(stored, now);
    this.#owners.set(ownerId, owner);
    this.#unread.delete(ownerId);
  }

  /** Returns the owner of an order, or a loaded owner. */
  get(ownerId: number): MicroOwner {
    return ensure(this.#owners.get(ownerId), `limits of ${ownerId}`);
  }
}
