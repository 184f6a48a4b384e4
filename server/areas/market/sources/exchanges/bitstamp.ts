/**
 * Bitstamp, WebSocket API v2, channel `order_book`, for pairs with a national currency, which few
 * exchanges have. The channel has no sequence numbers. https://www.bitstamp.net/websocket/v2/
 */
import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '../../../../../contract/time.ts';
import { readExactJson } from './exact-json.ts';
import { priceEvent } from './fair-price.ts';
import { microTime, quotedPrice } from './feed-fields.ts';
import { ALIVE, MALFORMED, type FeedEvent, type FeedProtocol } from './feed-protocol.ts';

const CHANNEL = 'order_book_';
/** Coins with a market in USDT; their order books change all the time. */
const COINS = new Set(['BTC', 'ETH', 'XRP']);

/** Price and amount; the first row is the best one. */
const side = z.array(z.tuple([quotedPrice, z.string()]));
const book = z.object({
  event: z.literal('data'),
  channel: z.string().startsWith(CHANNEL),
  data: z.object({ microtimestamp: microTime, bids: side, asks: side }),
});
const failure = z.object({
  event: z.literal('bts:error'),
  data: z.object({ message: z.string() }),
});
const anyMessage = z.object({ event: z.string() });

export const BITSTAMP: FeedProtocol = {
  id: 'bitstamp',
  url: 'wss://ws.bitstamp.net',
  symbolOf: ({ base, quote, hours }) => {
    const isCoin = COINS.has(base) && quote === 'USDT';
    const isMoney = hours === 'forex' || base === 'USDT';
    return isCoin || isMoney ? `${base}${quote}`.toLowerCase() : null;
  },
  subscribe: (symbols) =>
    symbols.map((symbol) =>
      JSON.stringify({ event: 'bts:subscribe', data: { channel: `${CHANNEL}${symbol}` } }),
    ),
  subscribeGapMs: 100,
  createReader: () => (text) => read(readExactJson(text)),
  ping: { text: JSON.stringify({ event: 'bts:heartbeat' }), afterMs: 5 * SECOND_MS },
  silentAfterMs: 15 * SECOND_MS,
  // Bitstamp ends a connection after 90 days.
  lifetimeMs: 7 * DAY_MS,
};

function read(value: unknown): readonly FeedEvent[] {
  const message = anyMessage.safeParse(value);
  if (!message.success) return MALFORMED;
  switch (message.data.event) {
    case 'data':
      return readBook(value);
    case 'bts:request_reconnect':
      return [{ kind: 'reconnect', reason: 'the exchange asks for it' }];
    case 'bts:error': {
      const refused = failure.safeParse(value);
      if (!refused.success) return MALFORMED;
      return [{ kind: 'refused', symbol: null, reason: refused.data.data.message }];
    }
    default:
      return ALIVE;
  }
}

function readBook(value: unknown): readonly FeedEvent[] {
  const message = book.safeParse(value);
  if (!message.success) return MALFORMED;
  const { channel, data } = message.data;
  const bid = data.bids[0]?.[0] ?? null;
  const ask = data.asks[0]?.[0] ?? null;
  const symbol = channel.slice(CHANNEL.length);
  return [priceEvent(symbol, { last: null, bid, ask }, data.microtimestamp)];
}
