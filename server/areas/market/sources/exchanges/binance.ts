/**
 * Binance spot, combined streams of `<symbol>@ticker` (24hrTicker, once a second). `@bookTicker` has no
 * time, so it cannot be used. https://developers.binance.com/docs/binance-spot-api-docs/web-socket-streams
 */
import { z } from 'zod';
import { HOUR_MS, SECOND_MS } from '../../../../../contract/time.ts';
import { readExactJson } from './exact-json.ts';
import { priceEvent } from './fair-price.ts';
import { msTime, quotedPrice, sequence } from './feed-fields.ts';
import { ALIVE, MALFORMED, type FeedEvent, type FeedProtocol } from './feed-protocol.ts';
import { symbolChunks } from './symbol-chunks.ts';

/** The quotes of our pairs that Binance trades as such. It has no US dollar. */
const QUOTES = new Set(['USDT', 'BTC', 'ETH']);
/** A connection may have 1,024 streams; a message of this many is small. */
const STREAMS_PER_MESSAGE = 100;

const ticker = z.object({
  e: z.literal('24hrTicker'),
  E: msTime,
  s: z.string(),
  c: quotedPrice,
  b: quotedPrice,
  a: quotedPrice,
  /** Id of the last trade. */
  L: sequence,
});
const streamed = z.object({ stream: z.string(), data: z.object({ e: z.string() }).loose() });
const answer = z.object({ id: z.string() });
const failure = z.object({
  error: z.object({ msg: z.string() }),
});
const shutdown = z.object({ e: z.literal('serverShutdown') });

export const BINANCE: FeedProtocol = {
  id: 'binance',
  url: 'wss://data-stream.binance.vision/stream',
  symbolOf: ({ base, quote }) => (QUOTES.has(quote) ? `${base}${quote}` : null),
  subscribe: (symbols) =>
    symbolChunks(symbols, STREAMS_PER_MESSAGE).map((some, index) => {
      const params = some.map((symbol) => `${symbol.toLowerCase()}@ticker`);
      return JSON.stringify({ method: 'SUBSCRIBE', params, id: index + 1 });
    }),
  // At most 5 messages a second, of which answers to pings are some.
  subscribeGapMs: SECOND_MS / 2,
  createReader: () => {
    const lastIds = new Map<string, bigint>();
    return (text) => read(readExactJson(text), lastIds);
  },
  ping: null,
  silentAfterMs: 15 * SECOND_MS,
  // Binance ends a connection after 24 hours.
  lifetimeMs: 23 * HOUR_MS,
};

/** @param lastIds the last trade by symbol, which never goes back. */
function read(value: unknown, lastIds: Map<string, bigint>): readonly FeedEvent[] {
  const isEnding = shutdown.safeParse(value).success;
  if (isEnding) return [{ kind: 'reconnect', reason: 'the exchange shuts the server down' }];
  const failed = failure.safeParse(value);
  if (failed.success) return [{ kind: 'refused', symbol: null, reason: failed.data.error.msg }];
  const message = streamed.safeParse(value);
  if (!message.success) return answer.safeParse(value).success ? ALIVE : MALFORMED;
  const { data } = message.data;
  if (data.e === 'serverShutdown') return read(data, lastIds);
  if (data.e !== '24hrTicker') return ALIVE;
  const known = ticker.safeParse(data);
  if (!known.success) return MALFORMED;
  const { s: symbol, c: last, b: bid, a: ask, L: lastId, E: atMs } = known.data;
  if (lastId < (lastIds.get(symbol) ?? 0n)) return ALIVE;
  lastIds.set(symbol, lastId);
  return [priceEvent(symbol, { last, bid, ask }, atMs)];
}
