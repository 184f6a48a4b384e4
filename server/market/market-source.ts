/**
 * The port behind which prices come to be: a seeded simulation, or the matching engine. Reads are
 * answered from memory, so that the gateway can ask for them on every flush.
 */
import type {
  Candle,
  Deal,
  DayQuotation,
  KlinePeriod,
  Quotation,
} from '../../contract/schemas/market.ts';
import type { EpochMs } from '../../contract/time.ts';

export interface CurrencySpec {
  /** Upper-case code, e.g. `BTC`. */
  readonly code: string;
  readonly name: string;
}

export interface SpotMarketSpec {
  /** `currency_match_id` on the wire. */
  readonly id: number;
  readonly base: CurrencySpec;
  readonly quote: CurrencySpec;
  /** Markets with the same quote currency form a group. */
  readonly groupId: number;
  /** Decimals of a price; the tick is 10^-priceScale. */
  readonly priceScale: number;
  /** Decimals of a quantity. */
  readonly quantityScale: number;
  /** Unique; smaller is more popular. */
  readonly popularityRank: number;
}

export interface ForexPairSpec {
  /** Six upper-case letters, base then quote, e.g. `EURUSD`. */
  readonly symbol: string;
  readonly baseCode: string;
  readonly quoteCode: string;
  readonly priceScale: number;
}

/** What is known of the price of one market or forex pair. */
export interface PriceRecord {
  /** False while the price stands still (forex at weekends). */
  isOpen(): boolean;
  /** Last price and its change over 24 hours. */
  quotation(): Quotation;
  /** Adds high, low and volume of the last 24 hours. */
  dayQuotation(): DayQuotation;
  /**
   * The newest `size` candles, oldest first, the forming one last; a period without a deal has
   * no candle. Long spans are computed in slices, so that other work goes on meanwhile.
   */
  candles(period: KlinePeriod, size: number): Promise<readonly Candle[]>;
  /** Candles that start at or after the start of the period that holds `from`, oldest first. For recent times only. */
  candlesFrom(period: KlinePeriod, from: EpochMs): readonly Candle[];
}

export interface SpotMarket extends PriceRecord {
  readonly spec: SpotMarketSpec;
  /** The last `count` deals, newest first. */
  deals(count: number): readonly Deal[];
}

export interface ForexPair extends PriceRecord {
  readonly spec: ForexPairSpec;
}

export interface MarketListener {
  /** New deals of one market, oldest first, and the quotation after the last of them. */
  onDeals(market: SpotMarket, deals: readonly Deal[], quotation: Quotation): void;
  onForexQuote(pair: ForexPair, quotation: Quotation): void;
}

export interface MarketSource {
  /** By id, in the order of the catalogue. */
  readonly spotMarkets: ReadonlyMap<number, SpotMarket>;
  /** By symbol, in the order of the catalogue. */
  readonly forexPairs: ReadonlyMap<string, ForexPair>;
  /** @returns a function that ends the subscription. */
  subscribe(listener: MarketListener): () => void;
  /** Begins to publish. Reads work without it. */
  start(): void;
  /** Ends publishing; may be started again. */
  stop(): void;
}
