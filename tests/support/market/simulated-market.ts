/** A market source without an exchange: simulated trades in every spot market, driven by the test. */
import type { Deal } from '../../../contract/market/market.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type {
  ForexPair,
  MarketListener,
  MarketSource,
  SpotMarket,
} from '../../../server/areas/market/market-source.ts';
import type { Tick } from '../../../server/areas/market/simulation/pair-timeline.ts';
import { SimulatedForex } from '../../../server/areas/market/simulation/simulated-forex.ts';
import {
  createSimulatedPairs,
  type SimulatedSpotMarket,
  type SimulationOptions,
} from '../../../server/areas/market/simulation/simulated-pairs.ts';

/** After a longer pause trades are skipped, not caught up. */
const CATCH_UP_MS = 5_000;
const SKIPPED_TO_MS = 50;

export function createSimulatedMarket(options: SimulationOptions): SimulatedMarket {
  return new SimulatedMarket(options);
}

/** A spot market with the trades of the simulation. */
class DealingMarket implements SpotMarket {
  readonly spec: SpotMarket['spec'];
  readonly #simulated: SimulatedSpotMarket;
  readonly #clock: Clock;

  constructor(simulated: SimulatedSpotMarket, clock: Clock) {
    this.spec = simulated.spec;
    this.#simulated = simulated;
    this.#clock = clock;
  }

  isOpen = (): boolean => this.#simulated.isOpen();
  quotation = (): ReturnType<SpotMarket['quotation']> => this.#simulated.quotation();
  dayQuotation = (): ReturnType<SpotMarket['dayQuotation']> => this.#simulated.dayQuotation();
  candles: SpotMarket['candles'] = (period, size) => this.#simulated.candles(period, size);
  candlesFrom: SpotMarket['candlesFrom'] = (period, from) =>
    this.#simulated.candlesFrom(period, from);

  deals(count: number): readonly Deal[] {
    const ticks = this.#simulated.timeline.lastTicks(count, this.#clock.now());
    return ticks.map((tick) => this.#deal(tick));
  }

  /** Passes the trades after `after` up to `now` to `listener`. */
  publish(listener: MarketListener, after: EpochMs, now: EpochMs): void {
    const ticks = this.#simulated.timeline.ticksBetween(after, now);
    const last = ticks.at(-1);
    if (last === undefined) return;
    const deals = ticks.map((tick) => this.#deal(tick));
    listener.onDeals(this, deals, this.#simulated.quotationAt(last.price, now));
  }

  #deal(tick: Tick): Deal {
    const rises =
      tick.price === tick.previousPrice ? tick.sequence % 2 === 0 : tick.price > tick.previousPrice;
    return {
      id: String(tick.sequence),
      price: this.#simulated.price(tick.price),
      quantity: this.#simulated.quantity(tick.quantity),
      side: rises ? 'buy' : 'sell',
      time: tick.time,
    };
  }
}

export class SimulatedMarket implements MarketSource {
  readonly spotMarkets: ReadonlyMap<number, DealingMarket>;
  readonly forexPairs: ReadonlyMap<string, ForexPair>;
  readonly #forex: SimulatedForex;
  readonly #clock: Clock;
  readonly #listeners = new Set<MarketListener>();
  #publishedUntil: EpochMs;

  constructor(options: SimulationOptions) {
    const { spot, forex } = createSimulatedPairs(options);
    const { clock } = options;
    this.spotMarkets = new Map(
      Array.from(spot, ([id, market]) => [id, new DealingMarket(market, clock)]),
    );
    this.forexPairs = forex;
    this.#forex = new SimulatedForex(forex, clock);
    this.#clock = clock;
    this.#publishedUntil = clock.now();
  }

  subscribe(listener: MarketListener): () => void {
    this.#listeners.add(listener);
    const endForex = this.#forex.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      endForex();
    };
  }

  /** Publishes every trade that became due since the last call. */
  publishDue(): void {
    this.#forex.publishDue();
    const now = this.#clock.now();
    const pause = now - this.#publishedUntil;
    const after = pause < 0 || pause > CATCH_UP_MS ? now - SKIPPED_TO_MS : this.#publishedUntil;
    this.#publishedUntil = now;
    for (const market of this.spotMarkets.values())
      for (const listener of this.#listeners) market.publish(listener, after, now);
  }
}
