/**
 * The market source of the exchange: spot prices from its committed trades (`deals`), forex prices from
 * their source.
 */
import { ensure } from '../../../../contract/assert.ts';
import type { KlinePeriod } from '../../../../contract/market/market.ts';
import { DAY_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Jobs } from '../../../kit/jobs/jobs.ts';
import type { CommittedBatch, SpotDeal, SpotView } from '../../spot/spot.area.ts';
import type { TimedCandleBar } from '../candle-bars.ts';
import type {
  ForexPair,
  ForexSource,
  MarketListener,
  MarketSource,
  SpotMarketSpec,
} from '../market-source.ts';
import { periodLengthMs, periodStart } from '../periods.ts';
import type { ReferenceMarkets } from '../reference/reference-markets.ts';
import { CandleWriter } from './candle-writer.ts';
import { findOpenings, listBars, listJoinedBars, listNewestDeals } from './candles.repo.ts';
import { DEALS_KEPT, DealMarket, MEMORY_MS, type StoredMarket } from './deal-market.ts';

interface DealMarketsParts {
  readonly view: Pick<SpotView, 'markets' | 'subscribe'>;
  /** Markets to show, if they are open. */
  readonly specs: readonly SpotMarketSpec[];
  readonly reference: ReferenceMarkets;
  readonly forex: ForexSource;
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** The factor by which each span of the search for stored candles is longer than the previous one. */
const SPAN_GROWTH = 4;

export class DealMarkets implements MarketSource {
  readonly forexPairs: ReadonlyMap<string, ForexPair>;
  readonly #parts: DealMarketsParts;
  readonly #spotMarkets: Map<number, DealMarket>;
  readonly #forex: ForexSource;
  readonly #jobs: Jobs;
  readonly #writer: CandleWriter;
  readonly #listeners = new Set<MarketListener>();
  readonly #endListening: () => void;

  private constructor(
    parts: DealMarketsParts,
    spotMarkets: Map<number, DealMarket>,
    writer: CandleWriter,
  ) {
    const { view, forex, jobs } = parts;
    this.#parts = parts;
    this.#spotMarkets = spotMarkets;
    this.forexPairs = forex.forexPairs;
    this.#forex = forex;
    this.#jobs = jobs;
    this.#writer = writer;
    this.#endListening = view.subscribe((batch) => this.#take(batch));
  }

  /** Reads the stored data; no trade may happen during the call. */
  static async open(parts: DealMarketsParts): Promise<DealMarkets> {
    const { database, jobs } = parts;
    const writer = await CandleWriter.open(database, jobs);
    return new DealMarkets(parts, await loadMarkets(parts), writer);
  }

  get spotMarkets(): ReadonlyMap<number, DealMarket> {
    return this.#spotMarkets;
  }

  /** Shows a new market, which has no trade yet. */
  add(spec: SpotMarketSpec): void {
    const now = this.#parts.clock.now();
    this.#spotMarkets.set(spec.id, dealMarketOf(this.#parts, spec, untradedAt(now)));
  }

  subscribe(listener: MarketListener): () => void {
    this.#listeners.add(listener);
    const endForex = this.#forex.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      endForex();
    };
  }

  /** Starts to publish forex quotes and to write candles. Reads and trades work before it. */
  start(): void {
    this.#forex.start(this.#jobs);
    this.#writer.start(() => {
      for (const market of this.spotMarkets.values()) market.forget(this.#writer.foldedDealId);
    });
  }

  /** Stops for good; resolves when no write is under way. */
  async close(): Promise<void> {
    this.#endListening();
    await this.#forex.stop();
    await this.#writer.stop();
  }

  #take({ deals }: CommittedBatch): void {
    const last = deals.at(-1);
    if (last === undefined) return;
    this.#writer.note(last.id);
    for (const [marketId, fresh] of byMarket(deals)) {
      const market = this.spotMarkets.get(marketId);
      // Open orders of a market that has left the catalog may still trade, but its prices are not
      // shown.
      if (market !== undefined) this.#takeDeals(market, fresh);
    }
  }

  #takeDeals(market: DealMarket, fresh: readonly SpotDeal[]): void {
    for (const deal of fresh) market.add(deal);
    if (this.#listeners.size === 0) return;
    const deals = fresh.map((deal) => market.wireDeal(deal));
    const quotation = market.quotation();
    for (const listener of this.#listeners) listener.onDeals(market, deals, quotation);
  }
}

function byMarket<T extends { readonly marketId: number }>(
  all: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const each of all) {
    const group = groups.get(each.marketId);
    if (group === undefined) groups.set(each.marketId, [each]);
    else group.push(each);
  }
  return groups;
}

async function loadMarkets(parts: DealMarketsParts): Promise<Map<number, DealMarket>> {
  const { view, specs: wanted, database, clock } = parts;
  const now = clock.now();
  const from = memoryFrom(now);
  const [openings, deals, minutes, hours] = await Promise.all([
    findOpenings(database),
    listNewestDeals(database, DEALS_KEPT).then(byMarket),
    listBars(database, '1min', from['1min']).then(byMarket),
    listBars(database, '60min', from['60min']).then(byMarket),
  ]);
  const storedOf = (id: number): StoredMarket => {
    const openedAt = openings.get(id);
    if (openedAt === undefined) return untradedAt(now);
    const bars = { '1min': minutes.get(id) ?? [], '60min': hours.get(id) ?? [] };
    return { openedAt, deals: deals.get(id) ?? [], from, bars };
  };
  const specs = wanted.filter(({ id }) => view.markets.has(id));
  return new Map(specs.map((spec) => [spec.id, dealMarketOf(parts, spec, storedOf(spec.id))]));
}

function dealMarketOf(
  { view, reference, database, clock }: DealMarketsParts,
  spec: SpotMarketSpec,
  stored: StoredMarket,
): DealMarket {
  const marketId = spec.id;
  const rulesNow = () => ensure(view.markets.get(marketId), `rules of market ${marketId}`);
  const listOlder = (period: KlinePeriod, size: number, since: EpochMs, until: EpochMs) =>
    listOlderBars(database, { marketId, period, size, since, until });
  return new DealMarket({ spec, rulesNow, reference, clock, listOlder }, stored);
}

/** Data of a market without a trade. */
const untradedAt = (now: EpochMs): StoredMarket => ({
  openedAt: null,
  deals: [],
  from: memoryFrom(now),
  bars: { '1min': [], '60min': [] },
});

const memoryFrom = (now: EpochMs): StoredMarket['from'] => ({
  '1min': periodStart('1min', now - MEMORY_MS['1min']),
  '60min': periodStart('60min', now - MEMORY_MS['60min']),
});

/** Searches growing spans backward, so that a market with few trades is not read from its beginning. */
async function listOlderBars(
  database: Database,
  query: {
    readonly marketId: number;
    readonly period: KlinePeriod;
    readonly size: number;
    readonly since: EpochMs;
    readonly until: EpochMs;
  },
): Promise<readonly TimedCandleBar[]> {
  const { period, size, since, until } = query;
  const lengthMs = period === '1mon' ? 31 * DAY_MS : periodLengthMs(period);
  for (let spanMs = size * lengthMs; ; spanMs *= SPAN_GROWTH) {
    const from = Math.max(since, periodStart(period, until - spanMs));
    const bars = await listJoinedBars(database, { ...query, from });
    if (bars.length >= size || from <= since) return bars;
  }
}
