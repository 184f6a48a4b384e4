/** The port to outside prices: prices of a market on other exchanges, now and in the past. */
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { ReferencePrices } from '../../spot/spot.area.ts';
import type { CandleBar, TimedCandleBar } from '../candle-bars.ts';

export interface ReferenceMarkets extends ReferencePrices {
  /** Null when the source has only present prices, and for an unknown market. */
  history(marketId: number): ReferenceHistory | null;
}

/** The trades of one reference market. `until` is always excluded: `[from, until)`. */
export interface ReferenceHistory {
  /**
   * Returns the newest `size` bars before `until`, oldest first; the last one covers its period only up
   * to `until`. Long spans are computed in slices, so that other work continues in between.
   */
  newest(period: KlinePeriod, size: number, until: EpochMs): Promise<readonly TimedCandleBar[]>;
  /**
   * Returns bars before `until` that start at or after the start of the period that contains `from`.
   * For recent times only.
   */
  from(period: KlinePeriod, from: EpochMs, until: EpochMs): readonly TimedCandleBar[];
  /** Returns one bar over whole minutes; null without a trade. */
  barBetween(from: EpochMs, until: EpochMs): CandleBar | null;
  /** Returns the price in ticks of the last trade before the minute of `time`. */
  priceBefore(time: EpochMs): number;
}
