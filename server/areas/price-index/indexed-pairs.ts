/** The instruments that have an index: the coins that are traded most, and all forex pairs. */

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
