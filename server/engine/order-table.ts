/**
 * Resting orders by id: an open-addressing table. A `Map` would cost a third more in the match,
 * because it keeps the insertion order and leaves gaps that must be swept. `npm run bench -- matching`
 * measures it.
 */
import { assert } from '../../contract/assert.ts';
import type { RestingOrder } from './resting-order.ts';

type Slots = (RestingOrder | null)[];

const BITS_MIN = 6;
/** 2^32 divided by the golden ratio, which spreads ids of any regular distance evenly. */
const SPREAD = 0x9e3779b1;

export class OrderTable {
  /**
   * The length is a power of two, at most half full. An order is at its home slot or in the first
   * free slot after it.
   */
  #slots: Slots = emptySlots(BITS_MIN);
  #mask = 2 ** BITS_MIN - 1;
  /** Leaves as many bits of a spread id as the table has. */
  #shift = 32 - BITS_MIN;
  #size = 0;

  get(id: number): RestingOrder | undefined {
    for (let slot = this.#homeOf(id); ; slot = (slot + 1) & this.#mask) {
      const order = this.#slots[slot];
      if (order === null || order?.id === id) return order ?? undefined;
    }
  }

  /** The id must not be in the table. */
  add(order: RestingOrder): void {
    this.#size++;
    if (this.#size * 2 > this.#slots.length) this.#grow();
    this.#put(order);
  }

  /** The order must be in the table. */
  remove(order: RestingOrder): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = this.#homeOf(order.id);
    while (slots[hole] !== order) {
      assert(slots[hole] !== null, 'the order is in the table');
      hole = (hole + 1) & mask;
    }
    // Moves up each order behind the hole that could be in it, so that no chain is cut.
    for (let slot = (hole + 1) & mask; ; slot = (slot + 1) & mask) {
      const next = slots[slot] ?? null;
      if (next === null) break;
      const fromHome = (slot - this.#homeOf(next.id)) & mask;
      if (fromHome < ((slot - hole) & mask)) continue;
      slots[hole] = next;
      hole = slot;
    }
    slots[hole] = null;
    this.#size--;
  }

  /** The iteration has no defined order. */
  *[Symbol.iterator](): Generator<RestingOrder, void> {
    for (const order of this.#slots) if (order !== null) yield order;
  }

  #put(order: RestingOrder): void {
    let slot = this.#homeOf(order.id);
    while (this.#slots[slot] !== null) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = order;
  }

  #grow(): void {
    const slots = this.#slots;
    this.#shift--;
    this.#mask = this.#mask * 2 + 1;
    this.#slots = emptySlots(32 - this.#shift);
    for (const order of slots) if (order !== null) this.#put(order);
  }

  #homeOf(id: number): number {
    return Math.imul(id, SPREAD) >>> this.#shift;
  }
}

function emptySlots(bits: number): Slots {
  const slots: Slots = [];
  // Built with `push`, because an array that was created with holes stays slower to read.
  for (let slot = 0; slot < 2 ** bits; slot++) slots.push(null);
  return slots;
}
