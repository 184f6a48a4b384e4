/** One side of the book: its price levels in order, and which of them changed. */
import { ensure } from '../../contract/assert.ts';
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
  /** The same levels by price, and the empty ones that nobody has been told about yet. */
  private readonly byPrice = new Map<number, PriceLevel>();
  private readonly changed: PriceLevel[] = [];

  private readonly pool: OrderPool;

  constructor(side: Side, pool: OrderPool) {
    this.side = side;
    this.pool = pool;
  }

  /** The level that is met first; undefined when the side is empty. */
  best(): PriceLevel | undefined {
    return this.levels[this.levels.length - 1];
  }

  /** The level that is met after `rank` better ones. */
  at(rank: number): PriceLevel | undefined {
    return this.levels[this.levels.length - 1 - rank];
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
    if (level.first === null) this.levels.splice(this.indexOf(level.priceTicks), 1);
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
    for (const level of changed) {
      level.isChanged = false;
      if (level.first === null) this.byPrice.delete(level.priceTicks);
      changes.push({ side, level: snapshotOf(level) });
    }
    changed.length = 0;
  }

  private levelAt(priceTicks: number): PriceLevel {
    const known = this.byPrice.get(priceTicks);
    if (known !== undefined) return known;
    const level = new PriceLevel(this.side, priceTicks);
    this.byPrice.set(priceTicks, level);
    return level;
  }

  private insert(level: PriceLevel): void {
    const index = this.indexOf(level.priceTicks);
    if (index === this.levels.length) this.levels.push(level);
    else this.levels.splice(index, 0, level);
  }

  /** Where the level of this price is, or belongs. */
  private indexOf(priceTicks: number): number {
    const { levels } = this;
    const isAscending = this.side === 'buy';
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { priceTicks: found } = levels[middle] as PriceLevel;
      if (isAscending ? found < priceTicks : found > priceTicks) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private markChanged(level: PriceLevel): void {
    if (level.isChanged) return;
    level.isChanged = true;
    this.changed.push(level);
  }
}

function snapshotOf({ priceTicks, quantityLots }: PriceLevel): Level {
  return { priceTicks, quantityLots };
}
