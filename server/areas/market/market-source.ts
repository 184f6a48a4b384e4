/**
 * The source of prices for calls and the socket: the trades (`deals`) of the exchange, and the port to
 * a forex source. Reads are answered from memory, so that the gateway can read on every flush.
 */
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type {
  Candle,
  Deal,
  DayQuotation,
  KlinePeriod,
  Quotation,
} from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { CurrencySpec } from '../../ledger/currency-catalog.ts';
import type { SpotMarketRules } from '../spot/spot.area.ts';

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

/** The price data of one market or forex pair. */
export interface PriceRecord {
  /** False while the price cannot change (forex on weekends). */
  isOpen(): boolean;
  /** Returns the last price and its change over 24 hours. */
  quotation(): Quotation;
  /** Adds high, low, volume and turnover of the last 24 hours. */
  dayQuotation(): DayQuotation;
  /**
   * Returns the newest `size` candles, oldest first, the forming one last; a period without a trade has
   * no candle. Long spans are computed in slices, so that other work continues in between.
   */
  candles(period: KlinePeriod, size: number): Promise<readonly Candle[]>;
  /**
   * Returns candles that start at or after the start of the period that contains `from`, oldest first.
   * For recent times only.
   */
  candlesFrom(period: KlinePeriod, from: EpochMs): readonly Candle[];
}

export interface SpotMarket extends PriceRecord {
  readonly spec: SpotMarketSpec;
  /** Returns the last `count` trades, newest first. */
  deals(count: number): readonly Deal[];
}

export interface ForexPair extends PriceRecord {
  readonly spec: ForexPairSpec;
}

/** A spot market of this exchange. */
export interface ExchangeMarket extends SpotMarket {
  /** The present rules. */
  readonly rules: SpotMarketRules;
  /**
   * Time of the first trade on this exchange; earlier prices come from the reference market. Null
   * before the first trade.
   */
  readonly openedAt: EpochMs | null;
}

export interface ForexListener {
  onForexQuote(pair: ForexPair, quotation: Quotation): void;
}

export interface MarketListener extends ForexListener {
  /** Reports new trades of one market, oldest first, and the quotation after the last of them. */
  onDeals(market: SpotMarket, deals: readonly Deal[], quotation: Quotation): void;
}

/** The source of forex prices. */
export interface ForexSource {
  /** Pairs by symbol, in the order of the catalog. */
  readonly forexPairs: ReadonlyMap<string, ForexPair>;
  /** @returns a function that ends the subscription. */
  subscribe(listener: ForexListener): () => void;
  /** Starts to publish. Reads work without it. */
  start(jobs: Jobs): void;
  /** Stops publishing; may be started again. */
  stop(): Promise<void>;
}

export interface MarketSource {
  /** Markets by id, in the order of the catalog. */
  readonly spotMarkets: ReadonlyMap<number, SpotMarket>;
  /** Pairs by symbol, in the order of the catalog. */
  readonly forexPairs: ReadonlyMap<string, ForexPair>;
  /** @returns a function that ends the subscription. */
  subscribe(listener: MarketListener): () => void;
}
