/**
 * Kraken spot, WebSocket API v2, channel `ticker`, also for pairs of national currencies. The channel has
 * no sequence numbers. https://docs.kraken.com/exchange/api-reference/spot-websocket-v2/ticker
 */
import { z } from 'zod';
import { SECOND_MS } from '../../../../../contract/time.ts';
import { readExactJson } from './exact-json.ts';
import { priceEvent } from './fair-price.ts';
import { isoTime, quotedPrice } from './feed-fields.ts';
import { ALIVE, MALFORMED, type FeedEvent, type FeedProtocol } from './feed-protocol.ts';
import { symbolChunks } from './symbol-chunks.ts';

const SYMBOLS_PER_MESSAGE = 50;

const ticker = z.object({
  channel: z.literal('ticker'),
  type: z.enum(['snapshot', 'update']),
  data: z.array(
    z.object({
      symbol: z.string(),
      last: quotedPrice,
      bid: quotedPrice,
      ask: quotedPrice,
      timestamp: isoTime,
    }),
  ),
});
const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  symbol: z.string().nullable().default(null),
});
const anyMessage = z.union([z.object({ channel: z.string() }), z.object({ method: z.string() })]);

export const KRAKEN: FeedProtocol = {
  id: 'kraken',
  url: 'wss://ws.kraken.com/v2',
  symbolOf: ({ base, quote }) => `${base}/${quote}`,
  // Kraken answers each symbol of a message on its own.
  subscribe: (symbols) =>
    symbolChunks(symbols, SYMBOLS_PER_MESSAGE).map((symbol, index) => {
      const params = { channel: 'ticker', symbol, event_trigger: 'bbo', snapshot: true };
      return JSON.stringify({ method: 'subscribe', params, req_id: index + 1 });
    }),
  subscribeGapMs: SECOND_MS / 4,
  createReader: () => (text) => read(readExactJson(text)),
  ping: { text: JSON.stringify({ method: 'ping' }), afterMs: 5 * SECOND_MS },
  // A heartbeat comes every second while nothing else does.
  silentAfterMs: 10 * SECOND_MS,
  lifetimeMs: null,
};

function read(value: unknown): readonly FeedEvent[] {
  if (!anyMessage.safeParse(value).success) return MALFORMED;
  const refused = failure.safeParse(value);
  if (refused.success) {
    const { symbol, error: reason } = refused.data;
    return [{ kind: 'refused', symbol, reason }];
  }
  if ((value as { channel?: unknown }).channel !== 'ticker') return ALIVE;
  const message = ticker.safeParse(value);
  if (!message.success) return MALFORMED;
  return message.data.data.map(({ symbol, last, bid, ask, timestamp }) =>
    priceEvent(symbol, { last, bid, ask }, timestamp),
  );
}
