/** The port to prices from outside: what other places deal a market at, now and in the past. */
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { ReferencePrices } from '../../spot/spot.area.ts';
import type { CandleBar, TimedCandleBar } from '../candle-bars.ts';

export interface ReferenceMarkets extends ReferencePrices {
  /** Null where the source tells nothing but the present price, and for an unknown market. */
  history(marketId: number): ReferenceHistory | null;
}

/** What was dealt in one reference market. `until` is never in it: `[from, until)`. */
export interface ReferenceHistory {
  /**
   * The newest `size` bars before `until`, oldest first; the last one holds what was before `until`
   * in its period. Long spans are computed in slices, so that other work goes on meanwhile.
   */
  newest(period: KlinePeriod, size: number, until: EpochMs): Promise<readonly TimedCandleBar[]>;
  /** Bars before `until` that start at or after the start of the period that holds `from`. For recent times only. */
  from(period: KlinePeriod, from: EpochMs, until: EpochMs): readonly TimedCandleBar[];
  /** One bar over whole minutes, null without a deal. */
  barBetween(from: EpochMs, until: EpochMs): CandleBar | null;
  /** Price in ticks of the last deal before the minute of `time`. */
  priceBefore(time: EpochMs): number;
}
