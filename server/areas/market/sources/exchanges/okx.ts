/**
 * OKX spot, WebSocket API v5, channel `tickers`. The channel has no sequence numbers.
 * https://www.okx.com/docs-v5/en/#order-book-trading-market-data-ws-tickers-channel
 */
import { z } from 'zod';
import { SECOND_MS } from '../../../../../contract/time.ts';
import { readExactJson } from './exact-json.ts';
import { priceEvent } from './fair-price.ts';
import { msTime, quotedPrice } from './feed-fields.ts';
import { ALIVE, MALFORMED, type FeedEvent, type FeedProtocol } from './feed-protocol.ts';

const tickers = z.object({
  arg: z.object({ channel: z.literal('tickers'), instId: z.string() }),
  data: z.array(
    z.object({
      instId: z.string(),
      last: quotedPrice,
      bidPx: quotedPrice,
      askPx: quotedPrice,
      ts: msTime,
    }),
  ),
});
const event = z.object({
  event: z.string(),
  code: z.string().default(''),
  msg: z.string().default(''),
});

/** `Wrong URL or channel:tickers,instId:XYZ-USDT doesn't exist.` */
const NAMED_INSTRUMENT = /instId:([A-Z0-9]+-[A-Z0-9]+)/;

export const OKX: FeedProtocol = {
  id: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  symbolOf: ({ base, quote, hours }) => (hours === 'always' ? `${base}-${quote}` : null),
  // One message for each, so that an error concerns one; a connection may send 480 at once.
  subscribe: (symbols) =>
    symbols.map((instId, index) =>
      JSON.stringify({
        id: String(index + 1),
        op: 'subscribe',
        args: [{ channel: 'tickers', instId }],
      }),
    ),
  subscribeGapMs: 50,
  createReader: () => (text) => (text === 'pong' ? ALIVE : read(readExactJson(text))),
  // OKX ends a connection after 30 s of silence.
  ping: { text: 'ping', afterMs: 15 * SECOND_MS },
  silentAfterMs: 25 * SECOND_MS,
  lifetimeMs: null,
};

function read(value: unknown): readonly FeedEvent[] {
  const control = event.safeParse(value);
  if (control.success) return readControl(control.data);
  const message = tickers.safeParse(value);
  if (!message.success) return MALFORMED;
  return message.data.data.map(({ instId, last, bidPx, askPx, ts }) =>
    priceEvent(instId, { last, bid: bidPx, ask: askPx }, ts),
  );
}

function readControl({ event: name, code, msg }: z.infer<typeof event>): readonly FeedEvent[] {
  if (name === 'notice')
    return [{ kind: 'reconnect', reason: `the exchange gives notice ${code}` }];
  if (name !== 'error') return ALIVE;
  const symbol = NAMED_INSTRUMENT.exec(msg)?.[1] ?? null;
  return [{ kind: 'refused', symbol, reason: `${code} ${msg}` }];
}
