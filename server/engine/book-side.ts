/** One side of the book: its price levels in order, and which of them changed. */
import { assert, ensure } from '../../contract/assert.ts';
import type { Level, LimitOrder, Side } from './engine-types.ts';
import { PriceLevel, type OrderPool, type RestingOrder } from './resting-order.ts';

/** A level as readers see it, with its side. */
export interface LevelOfSide {
  readonly side: Side;
  readonly level: Level;
}

export class BookSide {
  private readonly side: Side;
  /** Levels with orders, best last: the best one comes and goes most, and at no cost. */
  private readonly levels: PriceLevel[] = [];
  /**
   * The same levels by price, and empty ones: those that nobody has been told about yet, and some more, for
   * orders come back to a price that was left. With `splice` gone as well, the match takes a sixth less time for it.
   */
  private readonly byPrice = new Map<number, PriceLevel>();
  /** The first `changedCount` wait to be told. Not cut after that: the next ones would need the room again. */
  private readonly changed: PriceLevel[] = [];
  private changedCount = 0;

  private readonly pool: OrderPool;

  constructor(side: Side, pool: OrderPool) {
    this.side = side;
    this.pool = pool;
  }

  /** The level that is met first; undefined when the side is empty. */
  best(): PriceLevel | undefined {
    return this.at(0);
  }

  /** The level that is met after `rank` better ones. */
  at(rank: number): PriceLevel | undefined {
    const place = this.levels.length - 1 - rank;
    // One look at place -1 is enough for the compiler never to make a plain read of this again.
    return place < 0 ? undefined : this.levels[place];
  }

  /** Lots that rest at the price. */
  lotsAt(priceTicks: number): number {
    return this.byPrice.get(priceTicks)?.quantityLots ?? 0;
  }

  /** Puts an order behind those at its price. */
  add(order: LimitOrder, remainingLots: number): RestingOrder {
    const level = this.levelAt(order.priceTicks);
    const isNew = level.first === null;
    const resting = this.pool.make(order, level, remainingLots);
    level.append(resting);
    if (isNew) this.insert(level);
    this.markChanged(level);
    return resting;
  }

  /** Takes lots from an order; one with nothing left leaves. @returns whether it left. */
  take(order: RestingOrder, lots: number): boolean {
    order.level.reduce(order, lots);
    if (order.remainingLots === 0) this.remove(order);
    else this.markChanged(order.level);
    return order.remainingLots === 0;
  }

  remove(order: RestingOrder): void {
    const { level } = order;
    level.remove(order);
    if (level.first === null) this.takeOut(level);
    this.markChanged(level);
  }

  /** The first `count` levels, best first. */
  top(count: number): Level[] {
    const length = Math.min(count, this.levels.length);
    return Array.from({ length }, (_, rank) => snapshotOf(ensure(this.at(rank), 'a level')));
  }

  /** Adds the levels that changed since the last call, each once, as they are now. */
  takeChanged(changes: LevelOfSide[]): void {
    const { changed, side } = this;
    for (let n = 0; n < this.changedCount; n++) {
      const level = changed[n] as PriceLevel;
      level.isChanged = false;
      changes.push({ side, level: snapshotOf(level) });
    }
    this.changedCount = 0;
    if (this.byPrice.size > this.levels.length * 2 + EMPTY_LEVELS_KEPT) this.forgetEmptyLevels();
  }

  /** Only when there are many: a scan at each question would cost what it saves. All changes must have been told. */
  private forgetEmptyLevels(): void {
    for (const level of this.byPrice.values())
      if (level.first === null) this.byPrice.delete(level.priceTicks);
    // It still has levels that were told earlier, perhaps some of those that go.
    this.changed.length = 0;
  }

  private levelAt(priceTicks: number): PriceLevel {
    const known = this.byPrice.get(priceTicks);
    if (known !== undefined) return known;
    const level = new PriceLevel(this.side, priceTicks);
    this.byPrice.set(priceTicks, level);
    return level;
  }

  /** Looks from the best one: most levels come and go there. `splice` makes an array of what it removes. */
  private insert(level: PriceLevel): void {
    const { levels } = this;
    let place = levels.length;
    levels.push(level);
    for (; place > 0; place--) {
      const next = levels[place - 1] as PriceLevel;
      if (!this.isBetter(next.priceTicks, level.priceTicks)) break;
      levels[place] = next;
    }
    levels[place] = level;
  }

  private takeOut(level: PriceLevel): void {
    const { levels } = this;
    const last = levels.length - 1;
    let place = last;
    for (; levels[place] !== level; place--) assert(place > 0, 'a level that is left is there');
    for (; place < last; place++) levels[place] = levels[place + 1] as PriceLevel;
    levels.pop();
  }

  private isBetter(priceTicks: number, thanTicks: number): boolean {
    return this.side === 'buy' ? priceTicks > thanTicks : priceTicks < thanTicks;
  }

  private markChanged(level: PriceLevel): void {
    if (level.isChanged) return;
    level.isChanged = true;
    this.changed[this.changedCount++] = level;
  }
}

/** Beside as many empty levels as there are with orders. */
const EMPTY_LEVELS_KEPT = 32;

function snapshotOf({ priceTicks, quantityLots }: PriceLevel): Level {
  return { priceTicks, quantityLots };
}
