/**
 * A market source without an exchange: every price is a pure function of seed and time, so that
 * history is there from the first start, stays the same over restarts, and ends exactly where the clock is.
 */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { ForexPair, MarketListener, MarketSource } from '../market-source.ts';
import { SimulatedForex } from './simulated-forex.ts';
import {
  createSimulatedPairs,
  type SimulatedPairs,
  type SimulatedSpotMarket,
  type SimulationOptions,
} from './simulated-pairs.ts';

/** How often due deals are published. */
const PUBLISH_INTERVAL_MS = 50;
/** After a longer pause (sleep, a clock that was set) deals are skipped, not caught up. */
const CATCH_UP_MS = 5_000;

/** A {@link MarketSource} that can also be driven by hand. */
export interface SimulatedMarket extends MarketSource {
  /** Publishes every deal that became due since the last call; `start` calls it by timer. */
  publishDue(): void;
}

export function createSimulatedMarket(options: SimulationOptions): SimulatedMarket {
  return new Simulation(createSimulatedPairs(options), options.clock);
}

class Simulation implements SimulatedMarket {
  readonly spotMarkets: ReadonlyMap<number, SimulatedSpotMarket>;
  readonly forexPairs: ReadonlyMap<string, ForexPair>;
  private readonly forex: SimulatedForex;
  private readonly clock: Clock;
  private readonly listeners = new Set<MarketListener>();
  private publishedUntil: EpochMs;
  private timer: NodeJS.Timeout | undefined;

  constructor({ spot, forex }: SimulatedPairs, clock: Clock) {
    this.spotMarkets = spot;
    this.forexPairs = forex;
    this.forex = new SimulatedForex(forex, clock);
    this.clock = clock;
    this.publishedUntil = clock.now();
  }

  subscribe(listener: MarketListener): () => void {
    this.listeners.add(listener);
    const endForex = this.forex.subscribe(listener);
    return () => {
      this.listeners.delete(listener);
      endForex();
    };
  }

  start(): void {
    this.publishedUntil = this.clock.now();
    this.timer ??= setInterval(() => this.publishDue(), PUBLISH_INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  publishDue(): void {
    this.forex.publishDue();
    const now = this.clock.now();
    const pause = now - this.publishedUntil;
    const after =
      pause < 0 || pause > CATCH_UP_MS ? now - PUBLISH_INTERVAL_MS : this.publishedUntil;
    this.publishedUntil = now;
    if (this.listeners.size === 0) return;
    for (const market of this.spotMarkets.values()) this.publishSpot(market, after, now);
  }

  private publishSpot(market: SimulatedSpotMarket, after: EpochMs, now: EpochMs): void {
    const ticks = market.timeline.ticksBetween(after, now);
    const last = ticks.at(-1);
    if (last === undefined) return;
    const deals = ticks.map((tick) => market.deal(tick));
    const quotation = market.quotationAt(last.price, now);
    for (const listener of this.listeners) listener.onDeals(market, deals, quotation);
  }
}
