/** The simulated pairs of the catalog, spot markets and forex pairs, at the time of the clock. */
import { ensure } from '../../../../contract/assert.ts';
import { HOUR_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import { catalogCurrency } from '../../../ledger/currency-catalog.ts';
import { FOREX_PAIRS, HOUR_TURNOVER_USDT, SPOT_MARKETS } from '../catalog.ts';
import type { ForexPair, ForexPairSpec, SpotMarketSpec } from '../market-source.ts';
import { CurrencyPath } from './currency-path.ts';
import { namedStream } from './noise.ts';
import { PairPath } from './pair-path.ts';
import { PairTimeline } from './pair-timeline.ts';
import { SimulatedRecord, type Pace } from './simulated-record.ts';
import {
  ALWAYS_OPEN,
  FOREX_WEEK,
  type TradingCalendar,
} from '../../../../contract/figures/trading-calendar.ts';
import { Turns } from './turns.ts';

/** At this time every currency is at the catalog's reference price. */
const ANCHOR_MS: EpochMs = Date.UTC(2026, 10, 2);

const FOREX_DEALS_PER_MINUTE = 120;
const FOREX_HOUR_VOLUME = 4_000_000;
/** Trades per minute by popularity rank: the first row whose `rank` is not exceeded. */
const ACTIVITY = [
  { rank: 6, dealsPerMinute: 240 },
  { rank: 16, dealsPerMinute: 120 },
  { rank: 30, dealsPerMinute: 60 },
  { rank: Number.POSITIVE_INFINITY, dealsPerMinute: 30 },
];

export interface SimulationOptions {
  /** The same seed gives the same prices at the same times, on every machine. */
  readonly seed: string;
  readonly clock: Clock;
  /** Markets with the scales of their ticks and lots; those of the catalog by default. */
  readonly markets?: readonly SpotMarketSpec[];
}

export interface SimulatedPairs {
  /** Markets by id, in the order of the catalog. */
  readonly spot: ReadonlyMap<number, SimulatedSpotMarket>;
  /** Pairs by symbol, in the order of the catalog. */
  readonly forex: ReadonlyMap<string, SimulatedForexPair>;
}

/** Crosses agree with their legs, because all pairs of a seed share the paths of the currencies. */
export function createSimulatedPairs({
  seed,
  clock,
  markets = SPOT_MARKETS,
}: SimulationOptions): SimulatedPairs {
  const stream = namedStream(0, seed);
  const paths = new Map<string, CurrencyPath>();
  const pathOf = (code: string, calendar: TradingCalendar): CurrencyPath => {
    const known = paths.get(code);
    if (known !== undefined) return known;
    const { hourlyVolatility } = catalogCurrency(code);
    const anchorHour = calendar.tradingHour(ANCHOR_MS / HOUR_MS);
    const path = new CurrencyPath(stream, code, hourlyVolatility, anchorHour);
    paths.set(code, path);
    return path;
  };
  const pace: Pace = { clock, turns: new Turns() };
  return {
    spot: new Map(
      markets.map((spec) => [spec.id, new SimulatedSpotMarket(stream, spec, pathOf, pace)]),
    ),
    forex: new Map(
      FOREX_PAIRS.map((spec) => [spec.symbol, new SimulatedForexPair(stream, spec, pathOf, pace)]),
    ),
  };
}

type PathOf = (code: string, calendar: TradingCalendar) => CurrencyPath;

/** Simulated trades of one spot market. */
export class SimulatedSpotMarket extends SimulatedRecord {
  readonly spec: SpotMarketSpec;

  constructor(seed: number, spec: SpotMarketSpec, pathOf: PathOf, pace: Pace) {
    const base = catalogCurrency(spec.base.code);
    const quote = catalogCurrency(spec.quote.code);
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
      hourVolume:
        (HOUR_TURNOVER_USDT / spec.popularityRank / base.reference) * 10 ** spec.quantityScale,
    });
    super(new PairTimeline(path, ALWAYS_OPEN), spec, pace);
    this.spec = spec;
  }
}

/** One forex pair, closed on weekends. */
export class SimulatedForexPair extends SimulatedRecord implements ForexPair {
  readonly spec: ForexPairSpec;

  constructor(seed: number, spec: ForexPairSpec, pathOf: PathOf, pace: Pace) {
    const base = catalogCurrency(spec.baseCode);
    const quote = catalogCurrency(spec.quoteCode);
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
