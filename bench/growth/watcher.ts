/**
 * A connected client: all quotes on one socket, with the trades and order book of one market as on an open
 * trade screen.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as ws from 'ws';
import { SOCKET_PATH } from '../../contract/socket-path.ts';

/** The server's version of `ws`; a bench dependency has an older one closer to this file. */
const { WebSocket } = createRequire(
  path.join(import.meta.dirname, '../../server/edge/ws/gateway.ts'),
)('ws') as typeof ws;

const PING_MS = 10_000;
const OPEN_MARKET = 1;

interface Watcher {
  /** Returns quotes since the last call whose price differs from the market's previous price, by market. */
  takeChanges(): ReadonlyMap<number, number>;
  close(): void;
}

export async function openWatcher(origin: string): Promise<Watcher> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${SOCKET_PATH}`);
  const closes = new Map<number, string>();
  let changes = new Map<number, number>();
  socket.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString());
    if (!isQuote(message)) return;
    const { currency_match_id: id, quotation } = message;
    const before = closes.get(id);
    closes.set(id, quotation.close);
    if (before !== undefined && before !== quotation.close)
      changes.set(id, (changes.get(id) ?? 0) + 1);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  const say = (message: object): void => socket.send(JSON.stringify(message));
  say({ type: 'sub', params: 'DAY_MARKET' });
  for (const params of ['DEAL', 'DEPTH'])
    say({ type: 'sub', params, currency_match_id: OPEN_MARKET });
  const pings = setInterval(() => say({ type: 'ping' }), PING_MS);
  return {
    takeChanges() {
      const taken = changes;
      changes = new Map();
      return taken;
    },
    close() {
      clearInterval(pings);
      socket.close();
    },
  };
}

interface Quote {
  readonly currency_match_id: number;
  readonly quotation: { readonly close: string };
}

const isQuote = (message: unknown): message is Quote =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === 'DAY_MARKET' &&
  'quotation' in message;
