/** Resting orders, and the queue of those at one price. */
import { assert } from '../../contract/assert.ts';
import type { LimitOrder, Side } from './engine-types.ts';

/** An order in the order book, linked to its neighbors in the queue of its price. */
export class RestingOrder {
  id: number;
  ownerId: number;
  level: PriceLevel;
  /** Lots left to execute, at least 1 while it rests. */
  remainingLots: number;
  ahead: RestingOrder | null = null;
  behind: RestingOrder | null = null;

  constructor(order: LimitOrder, level: PriceLevel, remainingLots: number) {
    this.id = order.id;
    this.ownerId = order.ownerId;
    this.level = level;
    this.remainingLots = remainingLots;
  }
}

/**
 * Object pool for resting orders. Reusing them avoids allocating and collecting long-lived objects.
 */
export class OrderPool {
  readonly #free: RestingOrder[] = [];

  /** Returns an order that is in no queue. */
  make(order: LimitOrder, level: PriceLevel, remainingLots: number): RestingOrder {
    const resting = this.#free.pop();
    if (resting === undefined) return new RestingOrder(order, level, remainingLots);
    resting.id = order.id;
    resting.ownerId = order.ownerId;
    resting.level = level;
    resting.remainingLots = remainingLots;
    resting.ahead = null;
    resting.behind = null;
    return resting;
  }

  /** The order must not be read after the next {@link make}. */
  giveBack(order: RestingOrder): void {
    if (this.#free.length < FREE_MAX) this.#free.push(order);
  }
}

/** Orders kept for reuse, about half a megabyte a market. */
const FREE_MAX = 8_192;

/** All orders at one price of one side, first come, first served. */
export class PriceLevel {
  readonly side: Side;
  readonly priceTicks: number;
  /** Sum of the resting lots. */
  quantityLots = 0;
  /** Whether `BookSide.takeChanged` has not read its change yet. */
  isChanged = false;
  first: RestingOrder | null = null;
  #last: RestingOrder | null = null;

  constructor(side: Side, priceTicks: number) {
    this.side = side;
    this.priceTicks = priceTicks;
  }

  /** Appends an order. @throws AssertionError when the sum is more than a double holds exactly. */
  append(order: RestingOrder): void {
    const quantityLots = this.quantityLots + order.remainingLots;
    assert(Number.isSafeInteger(quantityLots), 'lots of a level must be a safe integer');
    this.quantityLots = quantityLots;
    order.ahead = this.#last;
    if (this.#last === null) this.first = order;
    else this.#last.behind = order;
    this.#last = order;
  }

  /** Takes lots from an order that stays in the queue, even when none are left. */
  reduce(order: RestingOrder, lots: number): void {
    order.remainingLots -= lots;
    this.quantityLots -= lots;
    assert(order.remainingLots >= 0 && this.quantityLots >= 0, 'no more is taken than rests');
  }

  /** Removes an order with its remaining lots. */
  remove(order: RestingOrder): void {
    this.quantityLots -= order.remainingLots;
    if (order.ahead === null) this.first = order.behind;
    else order.ahead.behind = order.behind;
    if (order.behind === null) this.#last = order.ahead;
    else order.behind.ahead = order.ahead;
  }
}
