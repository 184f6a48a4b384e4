/**
 * Coinbase Exchange, channels `ticker` and `heartbeat`. A heartbeat names the last trade, so that a lost
 * ticker is noticed. https://docs.cdp.coinbase.com/exchange/websocket-feed/channels
 */
import { z } from 'zod';
import { SECOND_MS } from '../../../../../contract/time.ts';
import { readExactJson } from './exact-json.ts';
import { priceEvent } from './fair-price.ts';
import { isoTime, quotedPrice, sequence } from './feed-fields.ts';
import { ALIVE, MALFORMED, type FeedEvent, type FeedProtocol } from './feed-protocol.ts';

const ticker = z.object({
  type: z.literal('ticker'),
  sequence,
  trade_id: sequence,
  product_id: z.string(),
  price: quotedPrice,
  best_bid: quotedPrice,
  best_ask: quotedPrice,
  time: isoTime,
});
const heartbeat = z.object({
  type: z.literal('heartbeat'),
  product_id: z.string(),
  last_trade_id: sequence,
});
const failure = z.object({
  type: z.literal('error'),
  message: z.string(),
  reason: z.string().default(''),
});
const anyMessage = z.object({ type: z.string() });

/** `XYZ-USDT is not a valid product` */
const NAMED_PRODUCT = /^([A-Z0-9]+-[A-Z0-9]+) /;

/** State of a product from the messages of one connection. */
interface Product {
  sequence: bigint;
  tradeId: bigint;
  /** The trade that the last heartbeat named. */
  heartbeatTradeId: bigint;
}

export const COINBASE: FeedProtocol = {
  id: 'coinbase',
  url: 'wss://ws-feed.exchange.coinbase.com',
  symbolOf: ({ base, quote, hours }) => (hours === 'always' ? `${base}-${quote}` : null),
  // One unknown product fails its whole message, so each product has a message of its own.
  subscribe: (symbols) =>
    symbols.map((symbol) =>
      JSON.stringify({
        type: 'subscribe',
        product_ids: [symbol],
        channels: ['ticker', 'heartbeat'],
      }),
    ),
  // At most 100 messages a second. The first must come within 5 s.
  subscribeGapMs: 50,
  createReader: () => {
    const products = new Map<string, Product>();
    return (text) => read(readExactJson(text), products);
  },
  ping: null,
  // A heartbeat comes every second.
  silentAfterMs: 10 * SECOND_MS,
  lifetimeMs: null,
};

function read(value: unknown, products: Map<string, Product>): readonly FeedEvent[] {
  const message = anyMessage.safeParse(value);
  if (!message.success) return MALFORMED;
  switch (message.data.type) {
    case 'ticker':
      return readTicker(value, products);
    case 'heartbeat':
      return readHeartbeat(value, products);
    case 'error':
      return readFailure(value);
    default:
      return ALIVE;
  }
}

function readTicker(value: unknown, products: Map<string, Product>): readonly FeedEvent[] {
  const message = ticker.safeParse(value);
  if (!message.success) return MALFORMED;
  const { product_id: symbol, price: last, best_bid: bid, best_ask: ask } = message.data;
  const before = products.get(symbol);
  if (before !== undefined && message.data.sequence < before.sequence) return ALIVE;
  products.set(symbol, {
    heartbeatTradeId: before?.heartbeatTradeId ?? 0n,
    sequence: message.data.sequence,
    tradeId: message.data.trade_id,
  });
  return [priceEvent(symbol, { last, bid, ask }, message.data.time)];
}

/** A trade that one heartbeat named must have had its ticker before the next heartbeat. */
function readHeartbeat(value: unknown, products: Map<string, Product>): readonly FeedEvent[] {
  const message = heartbeat.safeParse(value);
  if (!message.success) return MALFORMED;
  const { product_id: symbol, last_trade_id: lastTradeId } = message.data;
  const before = products.get(symbol);
  if (before === undefined) return ALIVE;
  if (before.heartbeatTradeId > before.tradeId)
    return [{ kind: 'reconnect', reason: `trades of ${symbol} were lost` }];
  before.heartbeatTradeId = lastTradeId;
  return ALIVE;
}

function readFailure(value: unknown): readonly FeedEvent[] {
  const message = failure.safeParse(value);
  if (!message.success) return MALFORMED;
  const { message: title, reason } = message.data;
  const symbol = NAMED_PRODUCT.exec(reason)?.[1] ?? null;
  return [{ kind: 'refused', symbol, reason: `${title}: ${reason}` }];
}
