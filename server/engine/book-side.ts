/** One side of the order book: its price levels in order, and the levels that changed. */
import { assert, ensure } from '../../contract/assert.ts';
import type { Level, LimitOrder, Side } from './engine-types.ts';
import { PriceLevel, type OrderPool, type RestingOrder } from './resting-order.ts';

/** A level with its side, as readers get it. */
export interface LevelOfSide {
  readonly side: Side;
  readonly level: Level;
}

export class BookSide {
  readonly #side: Side;
  /**
   * Levels with orders, best last, because the best one is added and removed most, which costs
   * nothing at the end of an array.
   */
  readonly #levels: PriceLevel[] = [];
  /**
   * The same levels by price, and empty ones: levels whose change was not read yet, and some more,
   * because orders return to prices that became empty. Together with the insertion without `splice`,
   * this saves a sixth of the time of the match.
   */
  readonly #byPrice = new Map<number, PriceLevel>();
  /**
   * The first `changedCount` have unread changes. The array is not cut after a read, because the
   * next changes need the room again.
   */
  readonly #changed: PriceLevel[] = [];
  #changedCount = 0;

  readonly #pool: OrderPool;

  constructor(side: Side, pool: OrderPool) {
    this.#side = side;
    this.#pool = pool;
  }

  /** The best level, which is matched first; undefined when the side is empty. */
  best(): PriceLevel | undefined {
    return this.at(0);
  }

  /** The level that is matched after `rank` better ones. */
  at(rank: number): PriceLevel | undefined {
    const place = this.#levels.length - 1 - rank;
    // V8 deoptimizes this read for good after a single access at -1.
    return place < 0 ? undefined : this.#levels[place];
  }

  /** Returns the lots that rest at the price. */
  lotsAt(priceTicks: number): number {
    return this.#byPrice.get(priceTicks)?.quantityLots ?? 0;
  }

  /** Adds an order behind the others at its price. */
  add(order: LimitOrder, remainingLots: number): RestingOrder {
    const level = this.#levelAt(order.priceTicks);
    const isNew = level.first === null;
    const resting = this.#pool.make(order, level, remainingLots);
    level.append(resting);
    if (isNew) this.#insert(level);
    this.#markChanged(level);
    return resting;
  }

  /**
   * Takes lots from an order and removes it when none are left. @returns whether it was removed.
   */
  take(order: RestingOrder, lots: number): boolean {
    order.level.reduce(order, lots);
    if (order.remainingLots === 0) this.remove(order);
    else this.#markChanged(order.level);
    return order.remainingLots === 0;
  }

  remove(order: RestingOrder): void {
    const { level } = order;
    level.remove(order);
    if (level.first === null) this.#takeOut(level);
    this.#markChanged(level);
  }

  /** Returns the first `count` levels, best first. */
  top(count: number): Level[] {
    const length = Math.min(count, this.#levels.length);
    return Array.from({ length }, (_, rank) => snapshotOf(ensure(this.at(rank), 'a level')));
  }

  /** Appends the levels that changed since the last call, each once, in their present state. */
  takeChanged(changes: LevelOfSide[]): void {
    const changed = this.#changed;
    const side = this.#side;
    for (let n = 0; n < this.#changedCount; n++) {
      const level = changed[n] as PriceLevel;
      level.isChanged = false;
      changes.push({ side, level: snapshotOf(level) });
    }
    this.#changedCount = 0;
    if (this.#byPrice.size > this.#levels.length * 2 + EMPTY_LEVELS_KEPT) this.#forgetEmptyLevels();
  }

  /**
   * Runs only when there are many, because a scan at each call would cost as much as it saves. All
   * changes must have been read.
   */
  #forgetEmptyLevels(): void {
    for (const level of this.#byPrice.values())
      if (level.first === null) this.#byPrice.delete(level.priceTicks);
    // The array still holds levels of earlier reads, perhaps some of the removed ones.
    this.#changed.length = 0;
  }

  #levelAt(priceTicks: number): PriceLevel {
    const known = this.#byPrice.get(priceTicks);
    if (known !== undefined) return known;
    const level = new PriceLevel(this.#side, priceTicks);
    this.#byPrice.set(priceTicks, level);
    return level;
  }

  /**
   * Scans from the best level, where most levels are added and removed. `splice` would allocate an
   * array for the removed ones.
   */
  #insert(level: PriceLevel): void {
    const levels = this.#levels;
    let place = levels.length;
    levels.push(level);
    for (; place > 0; place--) {
      const next = levels[place - 1] as PriceLevel;
      if (!this.#isBetter(next.priceTicks, level.priceTicks)) break;
      levels[place] = next;
    }
    levels[place] = level;
  }

  #takeOut(level: PriceLevel): void {
    const levels = this.#levels;
    const last = levels.length - 1;
    let place = last;
    for (; levels[place] !== level; place--) assert(place > 0, 'a level that is left is there');
    for (; place < last; place++) levels[place] = levels[place + 1] as PriceLevel;
    levels.pop();
  }

  #isBetter(priceTicks: number, thanTicks: number): boolean {
    return this.#side === 'buy' ? priceTicks > thanTicks : priceTicks < thanTicks;
  }

  #markChanged(level: PriceLevel): void {
    if (level.isChanged) return;
    level.isChanged = true;
    this.#changed[this.#changedCount++] = level;
  }
}

/** Empty levels that are kept in addition to as many as there are levels with orders. */
const EMPTY_LEVELS_KEPT = 32;

function snapshotOf({ priceTicks, quantityLots }: PriceLevel): Level {
  return { priceTicks, quantityLots };
}
