/** The rule of the index: what a point of the grid is, from the prices of the sources at that time and before it. */
import { ensure } from '../assert.ts';
import type { EpochMs } from '../time.ts';
import { ConfirmedPrice } from './confirmed-price.ts';
import { INDEX_AGE_MS, type IndexPoint } from './index-record.ts';
import { agreeOn, type SourcePrice } from './price-agreement.ts';
import { isTrading, type TradingHours } from './trading-calendar.ts';

/** The index of one instrument in one segment, point by point. After its beginning a price must hold first. */
export class IndexRule {
  readonly #price = new ConfirmedPrice({ isFirstConfirmed: true });
  readonly #hours: TradingHours;

  constructor(hours: TradingHours) {
    this.#hours = hours;
  }

  /** Returns the next point. @param prices of all sources; those that are too old or too far off do not count. */
  next(prices: readonly SourcePrice[], atMs: EpochMs): IndexPoint {
    if (!isTrading(this.#hours, atMs)) return this.#stop('closed');
    this.#price.take(agreeOn(prices, atMs, INDEX_AGE_MS), atMs);
    const { status, ticks } = this.#price;
    return status === 'live'
      ? { ticks: ensure(ticks, 'ticks'), gap: null }
      : { ticks: null, gap: status };
  }

  /** Returns the next point, at which no source was read. */
  skip(): IndexPoint {
    return this.#stop('down');
  }

  /** The next point follows one with these ticks. */
  follow(ticks: number): void {
    this.#price.adopt(ticks);
  }

  #stop(gap: 'closed' | 'down'): IndexPoint {
    this.#price.interrupt();
    return { ticks: null, gap };
  }
}
