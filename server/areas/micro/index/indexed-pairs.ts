/** The instruments that have an index: the coins that are traded most, and all forex pairs. */
import type { TradingHours } from '../../../../contract/figures/trading-calendar.ts';

/** Names of their pairs. */
export const INDEXED_PAIRS: readonly string[] = [
  'BTC/USDT',
  'ETH/USDT',
  'SOL/USDT',
  'BNB/USDT',
  'XRP/USDT',
  'DOGE/USDT',
  'ADA/USDT',
  'AVAX/USDT',
  'LINK/USDT',
  'LTC/USDT',
  'EUR/USD',
  'USD/JPY',
  'GBP/USD',
  'AUD/USD',
  'USD/CAD',
  'USD/CHF',
  'NZD/USD',
  'EUR/JPY',
  'GBP/JPY',
  'EUR/GBP',
  'EUR/CHF',
  'AUD/JPY',
  'USD/CNH',
  'USD/SGD',
];

/** Facts of a pair that its index needs. */
interface LoggedPair {
  /** E.g. `BTC/USDT`. */
  readonly name: string;
  readonly hours: TradingHours;
  /** Decimals of a price. */
  readonly priceScale: number;
}

/**
 * Returns the pairs whose index is written: the indexed ones, and those of running fast contracts that the exchange
 * has given up since. So every order meets the points, or the gaps, that end it.
 */
export function loggedPairs(
  pairs: readonly LoggedPair[],
  running: readonly LoggedPair[],
): readonly LoggedPair[] {
  const names = new Set([...INDEXED_PAIRS, ...running.map(({ name }) => name)]);
  const known = new Set(pairs.map(({ name }) => name));
  return [
    ...pairs.filter(({ name }) => names.has(name)),
    ...running.filter(({ name }) => !known.has(name)),
  ];
}
