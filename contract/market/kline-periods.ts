/** The eight candle periods: plain data, so that the client can import it without a schema library. */
export const KLINE_PERIODS = [
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '1day',
  '1week',
  '1mon',
] as const;
