/** The port to the prices of one outside source: an exchange, a forex feed, or the simulation. */
import type { TradingHours } from '../../../../contract/figures/trading-calendar.ts';
import type { EpochMs } from '../../../../contract/time.ts';

/** One base in one quote currency, with the tick in which its prices are compared. */
export interface PricePair {
  /** `BTC/USDT`; unique. */
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price; the tick is 10^-priceScale. */
  readonly priceScale: number;
  /** Forex pairs have no prices on weekends. */
  readonly hours: TradingHours;
}

export interface PriceTick {
  /** Whole ticks of the pair, rounded by the source to the nearest. */
  readonly ticks: number;
  /** The time that the source itself gives for the price. */
  readonly atMs: EpochMs;
}

export interface PriceSource {
  /** Name of the source in records, logs and commands: lower-case letters, digits and `-`; unique. */
  readonly id: string;
  /** Returns the newest price from memory; null for an unknown pair and before the first price. */
  price(pair: PricePair): PriceTick | null;
  /** Connects and follows `pairs`; must be called once. Prices may come later. */
  start(pairs: readonly PricePair[]): void;
  /** Disconnects for good. */
  stop(): Promise<void>;
}
