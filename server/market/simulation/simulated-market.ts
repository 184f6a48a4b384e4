/**
 * A market source without a market: prices and deals are a pure function of the seed and the time,
 * so nothing is stored and a restart continues exactly where the clock is.
 */
import { ensure } from '../../../contract/assert.ts';
import type { Deal } from '../../../contract/schemas/market.ts';
import { HOUR_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import { catalogueCurrency, FOREX_PAIRS, SPOT_MARKETS } from '../catalogue.ts';
import type {
  ForexPair,
  ForexPairSpec,
  MarketListener,
  MarketSource,
  SpotMarket,
  SpotMarketSpec,
} from '../market-source.ts';
import { CurrencyPath } from './currency-path.ts';
import { namedStream } from './noise.ts';
import { PairPath } from './pair-path.ts';
import { PairTimeline, type Tick } from './pair-timeline.ts';
import { SimulatedRecord, type Pace } from './simulated-record.ts';
import { ALWAYS_OPEN, FOREX_WEEK, type TradingCalendar } from './trading-calendar.ts';
import { Turns } from './turns.ts';

/** At this time every currency is at the catalogue's reference price. */
const ANCHOR_MS: EpochMs = Date.UTC(2026, 10, 2);
/** How often due deals are published. */
const PUBLISH_INTERVAL_MS = 50;
/** After a longer pause (sleep, a clock that was set) deals are skipped, not caught up. */
const CATCH_UP_MS = 5_000;

/** Worth of the deals of an hour in the market of the first rank, in USDT. */
const HOUR_TURNOVER = 60_000_000;
const FOREX_DEALS_PER_MINUTE = 120;
const FOREX_HOUR_VOLUME = 4_000_000;
/** Deals a minute by popularity rank: the first row whose `rank` is not passed. */
const ACTIVITY = [
  { rank: 6, dealsPerMinute: 240 },
  { rank: 16, dealsPerMinute: 120 },
  { rank: 30, dealsPerMinute: 60 },
  { rank: Number.POSITIVE_INFINITY, dealsPerMinute: 30 },
];

export interface SimulatedMarketOptions {
  /** The same seed gives the same prices at the same times, on every machine. */
  readonly seed: string;
  readonly clock: Clock;
}

/** A {@link MarketSource} that can also be driven by hand. */
export interface SimulatedMarket extends MarketSource {
  /** Publishes every deal that became due since the last call; `start` calls it by timer. */
  publishDue(): void;
}

export function createSimulatedMarket({ seed, clock }: SimulatedMarketOptions): SimulatedMarket {
  const stream = namedStream(0, seed);
  const paths = new Map<string, CurrencyPath>();
  const pathOf = (code: string, calendar: TradingCalendar): CurrencyPath => {
    const known = paths.get(code);
    if (known !== undefined) return known;
    const { hourlyVolatility } = catalogueCurrency(code);
    const anchorHour = calendar.tradingHour(ANCHOR_MS / HOUR_MS);
    const path = new CurrencyPath(stream, code, hourlyVolatility, anchorHour);
    paths.set(code, path);
    return path;
  };
  const pace: Pace = { clock, turns: new Turns() };
  const spot = SPOT_MARKETS.map((spec) => new SimulatedSpotMarket(stream, spec, pathOf, pace));
  const forex = FOREX_PAIRS.map((spec) => new SimulatedForexPair(stream, spec, pathOf, pace));
  return new Simulation(spot, forex, clock);
}

type PathOf = (code: string, calendar: TradingCalendar) => CurrencyPath;

class SimulatedSpotMarket extends SimulatedRecord implements SpotMarket {
  readonly spec: SpotMarketSpec;

  constructor(seed: number, spec: SpotMarketSpec, pathOf: PathOf, pace: Pace) {
    const base = catalogueCurrency(spec.base.code);
    const quote = catalogueCurrency(spec.quote.code);
    const { dealsPerMinute } = ensure(
      ACTIVITY.find(({ rank }) => spec.popularityRank <= rank),
      'an activity',
    );
    const path = new PairPath(seed, `${base.code}/${quote.code}`, {
      base: pathOf(base.code, ALWAYS_OPEN),
      quote: pathOf(quote.code, ALWAYS_OPEN),
      referenceTicks: (base.reference / quote.reference) * 10 ** spec.priceScale,
      hourlyVolatility: Math.hypot(base.hourlyVolatility, quote.hourlyVolatility),
      dealsPerMinute,
      hourVolume: (HOUR_TURNOVER / spec.popularityRank / base.reference) * 10 ** spec.quantityScale,
    });
    super(new PairTimeline(path, ALWAYS_OPEN), spec, pace);
    this.spec = spec;
  }

  deals(count: number): readonly Deal[] {
    return this.timeline.lastTicks(count, this.now()).map((tick) => this.deal(tick));
  }

  deal(tick: Tick): Deal {
    const rises =
      tick.price === tick.previousPrice ? tick.sequence % 2 === 0 : tick.price > tick.previousPrice;
    return {
      id: String(tick.sequence),
      price: this.price(tick.price),
      quantity: this.quantity(tick.quantity),
      side: rises ? 'buy' : 'sell',
      time: tick.time,
    };
  }
}

class SimulatedForexPair extends SimulatedRecord implements ForexPair {
  readonly spec: ForexPairSpec;

  constructor(seed: number, spec: ForexPairSpec, pathOf: PathOf, pace: Pace) {
    const base = catalogueCurrency(spec.baseCode);
    const quote = catalogueCurrency(spec.quoteCode);
    const path = new PairPath(seed, spec.symbol, {
      base: pathOf(base.code, FOREX_WEEK),
      quote: pathOf(quote.code, FOREX_WEEK),
      referenceTicks: (base.reference / quote.reference) * 10 ** spec.priceScale,
      hourlyVolatility: Math.hypot(base.hourlyVolatility, quote.hourlyVolatility),
      dealsPerMinute: FOREX_DEALS_PER_MINUTE,
      hourVolume: FOREX_HOUR_VOLUME,
    });
    super(
      new PairTimeline(path, FOREX_WEEK),
      { priceScale: spec.priceScale, quantityScale: 0 },
      pace,
    );
    this.spec = spec;
  }
}

class Simulation implements SimulatedMarket {
  readonly spotMarkets: ReadonlyMap<number, SimulatedSpotMarket>;
  readonly forexPairs: ReadonlyMap<string, SimulatedForexPair>;
  private readonly clock: Clock;
  private readonly listeners = new Set<MarketListener>();
  private publishedUntil: EpochMs;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    spot: readonly SimulatedSpotMarket[],
    forex: readonly SimulatedForexPair[],
    clock: Clock,
  ) {
    this.spotMarkets = new Map(spot.map((market) => [market.spec.id, market]));
    this.forexPairs = new Map(forex.map((pair) => [pair.spec.symbol, pair]));
    this.clock = clock;
    this.publishedUntil = clock.now();
  }

  subscribe(listener: MarketListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
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
    const now = this.clock.now();
    const pause = now - this.publishedUntil;
    const after =
      pause < 0 || pause > CATCH_UP_MS ? now - PUBLISH_INTERVAL_MS : this.publishedUntil;
    this.publishedUntil = now;
    if (this.listeners.size === 0) return;
    for (const market of this.spotMarkets.values()) this.publishSpot(market, after, now);
    for (const pair of this.forexPairs.values()) this.publishForex(pair, after, now);
  }

  private publishSpot(market: SimulatedSpotMarket, after: EpochMs, now: EpochMs): void {
    const ticks = market.timeline.ticksBetween(after, now);
    const last = ticks.at(-1);
    if (last === undefined) return;
    const deals = ticks.map((tick) => market.deal(tick));
    const quotation = market.quotationAt(last.price, now);
    for (const listener of this.listeners) listener.onDeals(market, deals, quotation);
  }

  private publishForex(pair: SimulatedForexPair, after: EpochMs, now: EpochMs): void {
    const last = pair.timeline.ticksBetween(after, now).at(-1);
    if (last === undefined) return;
    const quotation = pair.quotationAt(last.price, now);
    for (const listener of this.listeners) listener.onForexQuote(pair, quotation);
  }
}
