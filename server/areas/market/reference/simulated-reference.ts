/** Reference prices from the seeded simulation: always available, and the same for every installation. */
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import type { CandleBar, TimedCandleBar } from '../candle-bars.ts';
import { simulatedTurnover, type Bar } from '../simulation/bars.ts';
import type { TimedBar } from '../simulation/candle-history.ts';
import type { SimulatedSpotMarket } from '../simulation/simulated-pairs.ts';
import type { ReferenceHistory, ReferenceMarkets } from './reference-markets.ts';

/** The simulated spot markets as a reference, at the time of the clock. */
export class SimulatedReference implements ReferenceMarkets {
  readonly #markets: ReadonlyMap<number, SimulatedSpotMarket>;
  readonly #histories: ReadonlyMap<number, ReferenceHistory>;
  readonly #clock: Clock;

  constructor(markets: ReadonlyMap<number, SimulatedSpotMarket>, clock: Clock) {
    this.#markets = markets;
    this.#clock = clock;
    this.#histories = new Map(
      Array.from(markets, ([id, market]) => [id, new SimulatedHistory(market)]),
    );
  }

  priceTicks(marketId: number): number | null {
    return this.#markets.get(marketId)?.priceTicksAt(this.#clock.now()) ?? null;
  }

  history(marketId: number): ReferenceHistory | null {
    return this.#histories.get(marketId) ?? null;
  }
}

class SimulatedHistory implements ReferenceHistory {
  readonly #market: SimulatedSpotMarket;

  constructor(market: SimulatedSpotMarket) {
    this.#market = market;
  }

  async newest(period: KlinePeriod, size: number, until: EpochMs): Promise<TimedCandleBar[]> {
    return (await this.#market.history.newest(period, size, until - 1)).map(timedCandleBar);
  }

  from(period: KlinePeriod, from: EpochMs, until: EpochMs): TimedCandleBar[] {
    return this.#market.history.from(period, from, until - 1).map(timedCandleBar);
  }

  barBetween(from: EpochMs, until: EpochMs): CandleBar | null {
    const bar = this.#market.timeline.barBetween(from, until);
    return bar && candleBar(bar);
  }

  priceBefore(time: EpochMs): number {
    return this.#market.timeline.priceAtMinute(time);
  }
}

function candleBar(bar: Bar): CandleBar {
  const { open, high, low, close, volume } = bar;
  const turnover = simulatedTurnover(bar);
  return { open, high, low, close, volume: BigInt(volume), turnover };
}

const timedCandleBar = (bar: TimedBar): TimedCandleBar => ({ time: bar.time, ...candleBar(bar) });
