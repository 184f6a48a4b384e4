/** Prices that count only at marks on which sources agree within the costs of the order. */
import { agreedWithinPpmOf, isAgreedWithin } from '../../../contract/figures/lever-order.ts';
import type { OrderTrigger } from './lever-triggers.ts';
import type { LiveMark } from './lever-types.ts';
import { TriggerPair } from './trigger-heap.ts';

/**
 * Prices of orders by the distance of sources that agree: an order keeps the costs of its placement, and the market may have
 * others by now. A mark looks only at prices that count at its own distance, so that a crowd that waits for
 * agreement costs it nothing.
 */
export class AgreedTriggers {
  /** By the distance in parts per million. */
  readonly #byWithinPpm = new Map<number, TriggerPair<OrderTrigger>>();

  /** The number of entries, including entries that are out of date. */
  get size(): number {
    return [...this.#byWithinPpm.values()].reduce((sum, { size }) => sum + size, 0);
  }

  arm(target: OrderTrigger): void {
    const withinPpm = agreedWithinPpmOf(target.order);
    const pair = this.#byWithinPpm.get(withinPpm) ?? this.#begin(withinPpm);
    pair.arm(target.reachedBy, target);
  }

  /** Begins with the first order after a change of costs, and drops earlier distances that no order has any more. */
  #begin(withinPpm: number): TriggerPair<OrderTrigger> {
    for (const [earlier, pair] of this.#byWithinPpm) {
      pair.clean();
      if (pair.size === 0) this.#byWithinPpm.delete(earlier);
    }
    const begun = new TriggerPair<OrderTrigger>();
    this.#byWithinPpm.set(withinPpm, begun);
    return begun;
  }

  /** Takes out everything that the mark has reached while its sources agree, in any order. */
  take(mark: LiveMark): OrderTrigger[] {
    const taken: OrderTrigger[] = [];
    for (const [withinPpm, pair] of this.#byWithinPpm) {
      if (!isAgreedWithin(withinPpm, mark)) continue;
      for (const target of pair.take(mark)) taken.push(target);
      if (pair.size === 0) this.#byWithinPpm.delete(withinPpm);
    }
    return taken;
  }
}
