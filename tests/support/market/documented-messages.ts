/**
 * Messages of the public sockets of exchanges. They follow the examples and the tables of fields in the
 * documentation of each exchange, with other values; none was recorded from a live connection.
 */
import { ensure } from '../../../contract/assert.ts';

/** Messages of an exchange about one market. */
export interface SpokenQuote {
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  readonly atMs: number;
}

/** How one exchange speaks. */
export interface Dialect {
  readonly id: string;
  /** Symbol of BTC/USDT, of XRP/USDT, and of BTC in another currency. */
  readonly symbol: string;
  readonly xrpSymbol: string;
  readonly otherSymbol: string;
  /** Symbols in a message that subscribes. */
  symbolsOf(message: unknown): readonly string[];
  accepted(symbol: string): string;
  refused(symbol: string): string;
  /** @param turn number of the message on its connection, from 1. */
  price(symbol: string, quote: SpokenQuote, turn: number): string;
  /** The answer to a ping of the client; null where it sends none. */
  readonly pong: string | null;
  /** A message that asks the client to reconnect; null where there is none. */
  readonly goodbye: string | null;
}

const iso = (atMs: number): string => new Date(atMs).toISOString().replace('Z', '123Z');
const text = (value: object): string => JSON.stringify(value);
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const field = (value: unknown, ...names: readonly (string | number)[]): unknown =>
  names.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], value);

/** https://developers.binance.com/docs/binance-spot-api-docs/web-socket-streams */
const binance: Dialect = {
  id: 'binance',
  symbol: 'BTCUSDT',
  xrpSymbol: 'XRPUSDT',
  otherSymbol: 'BTCFDUSD',
  symbolsOf: (message) =>
    list(field(message, 'params')).map((stream) => stream.replace('@ticker', '').toUpperCase()),
  accepted: () => text({ result: null, id: 1 }),
  // Binance does not say that it lacks a symbol.
  refused: () => text({ result: null, id: 1 }),
  price: (symbol, { last, bid, ask, atMs }, turn) =>
    text({
      stream: `${symbol.toLowerCase()}@ticker`,
      data: {
        e: '24hrTicker',
        E: atMs,
        s: symbol,
        p: '0.0015',
        P: '250.00',
        w: '0.0018',
        x: '0.0009',
        c: last,
        Q: '10',
        b: bid,
        B: '10',
        a: ask,
        A: '100',
        o: '0.0010',
        h: '0.0025',
        l: '0.0010',
        v: '10000',
        q: '18',
        O: 0,
        C: 86_400_000,
        F: 0,
        L: 18_150 + turn,
        n: 18_151,
      },
    }),
  pong: null,
  goodbye: text({ e: 'serverShutdown', E: 1_770_123_456_789 }),
};

/** https://docs.cdp.coinbase.com/exchange/websocket-feed/channels */
const coinbase: Dialect = {
  id: 'coinbase',
  symbol: 'BTC-USDT',
  xrpSymbol: 'XRP-USDT',
  otherSymbol: 'BTC-USD',
  symbolsOf: (message) => list(field(message, 'product_ids')),
  accepted: (symbol) =>
    text({
      type: 'subscriptions',
      channels: [
        { name: 'ticker', product_ids: [symbol], account_ids: null },
        { name: 'heartbeat', product_ids: [symbol], account_ids: null },
      ],
    }),
  refused: (symbol) =>
    text({
      type: 'error',
      message: 'Failed to subscribe',
      reason: `${symbol} is not a valid product`,
    }),
  price: (symbol, { last, bid, ask, atMs }, turn) =>
    text({
      type: 'ticker',
      sequence: 37_475_248_783 + 7 * turn,
      product_id: symbol,
      price: last,
      open_24h: '1310.79',
      volume_24h: '245532.79269678',
      low_24h: '1280.52',
      high_24h: '1313.8',
      volume_30d: '9788783.60117027',
      best_bid: bid,
      best_bid_size: '0.46688654',
      best_ask: ask,
      best_ask_size: '1.56637040',
      side: 'buy',
      time: iso(atMs),
      trade_id: 370_843_401 + turn,
      last_size: '11.4396987',
    }),
  pong: null,
  goodbye: null,
};

/** https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/ticker */
const kraken: Dialect = {
  id: 'kraken',
  symbol: 'BTC/USDT',
  xrpSymbol: 'XRP/USDT',
  otherSymbol: 'BTC/USD',
  symbolsOf: (message) => list(field(message, 'params', 'symbol')),
  accepted: (symbol) =>
    text({
      method: 'subscribe',
      result: { channel: 'ticker', event_trigger: 'bbo', snapshot: true, symbol },
      success: true,
      time_in: '2023-09-25T09:04:31.742599Z',
      time_out: '2023-09-25T09:04:31.742648Z',
    }),
  refused: (symbol) =>
    text({
      error: `Currency pair not supported ${symbol}`,
      method: 'subscribe',
      success: false,
      symbol,
      time_in: '2022-06-13T08:09:10.123456Z',
      time_out: '2022-06-13T08:09:10.7890123',
    }),
  // Kraken writes prices as numbers, not as texts.
  price: (symbol, { last, bid, ask, atMs }, turn) =>
    `{"channel":"ticker","type":"${turn === 1 ? 'snapshot' : 'update'}","data":[{"symbol":"${symbol}",` +
    `"bid":${bid},"bid_qty":740.0,"ask":${ask},"ask_qty":1e-8,"last":${last},"volume":997038.98383185,` +
    `"vwap":0.10148,"low":0.09979,"high":0.10285,"change":-0.00017,"change_pct":-0.17,` +
    `"timestamp":"${iso(atMs)}"}]}`,
  pong: text({ method: 'pong', time_in: '2023-09-24T14:10:23.799685Z', time_out: '' }),
  goodbye: null,
};

/** https://www.okx.com/docs-v5/en/#order-book-trading-market-data-ws-tickers-channel */
const okx: Dialect = {
  id: 'okx',
  symbol: 'BTC-USDT',
  xrpSymbol: 'XRP-USDT',
  otherSymbol: 'BTC-USD',
  symbolsOf: (message) => list([field(message, 'args', 0, 'instId') ?? []].flat()),
  accepted: (symbol) =>
    text({ event: 'subscribe', arg: { channel: 'tickers', instId: symbol }, connId: 'a4d3ae55' }),
  refused: (symbol) =>
    text({
      event: 'error',
      code: '60018',
      msg: `Wrong URL or channel:tickers,instId:${symbol} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`,
      connId: 'a4d3ae55',
    }),
  price: (symbol, { last, bid, ask, atMs }) =>
    text({
      arg: { channel: 'tickers', instId: symbol },
      data: [
        {
          instType: 'SPOT',
          instId: symbol,
          last,
          lastSz: '0.1',
          askPx: ask,
          askSz: '11',
          bidPx: bid,
          bidSz: '5',
          open24h: '9000',
          high24h: '10000',
          low24h: '8888.88',
          volCcy24h: '2222',
          vol24h: '2222',
          sodUtc0: '2222',
          sodUtc8: '2222',
          ts: String(atMs),
        },
      ],
    }),
  pong: 'pong',
  goodbye: text({
    event: 'notice',
    code: '64008',
    msg: 'The connection will soon be closed for a service upgrade. Please reconnect.',
    connId: 'a4d3ae55',
  }),
};

/** https://www.bitstamp.net/websocket/v2/ */
const bitstamp: Dialect = {
  id: 'bitstamp',
  symbol: 'btcusdt',
  xrpSymbol: 'xrpusdt',
  otherSymbol: 'btcusd',
  symbolsOf: (message) => {
    const channel = field(message, 'data', 'channel');
    return typeof channel === 'string' ? [channel.replace('order_book_', '')] : [];
  },
  accepted: (symbol) =>
    text({ event: 'bts:subscription_succeeded', channel: `order_book_${symbol}`, data: {} }),
  refused: () =>
    text({
      event: 'bts:error',
      channel: '',
      data: { code: null, message: 'Invalid channel provided.' },
    }),
  price: (symbol, { bid, ask, atMs }) =>
    text({
      data: {
        timestamp: String(Math.floor(atMs / 1_000)),
        microtimestamp: `${atMs}123`,
        bids: [
          [bid, '0.51000000'],
          ['1', '0.79000000'],
        ],
        asks: [[ask, '0.32000000']],
      },
      channel: `order_book_${symbol}`,
      event: 'data',
    }),
  pong: text({ event: 'bts:heartbeat', channel: '', data: { status: 'success' } }),
  goodbye: text({ event: 'bts:request_reconnect', channel: '', data: '' }),
};

const DIALECTS: readonly Dialect[] = [binance, bitstamp, coinbase, kraken, okx];

export const dialectOf = (id: string): Dialect =>
  ensure(
    DIALECTS.find((dialect) => dialect.id === id),
    `dialect ${id}`,
  );

/** A heartbeat of Coinbase that names the last trade. */
export const coinbaseHeartbeat = (symbol: string, lastTradeTurn: number): string =>
  text({
    type: 'heartbeat',
    last_trade_id: 370_843_401 + lastTradeTurn,
    product_id: symbol,
    sequence: 90,
    time: '2014-11-07T08:19:28.464459Z',
  });
