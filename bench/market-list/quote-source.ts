/**
 * A market of many pairs over a real socket at a chosen rate, speaking the protocol of
 * contract/channels.ts. Each close is the age of the source in seconds, so that a page's text
 * shows when its quote was sent.
 */
import type { Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

export interface Load {
  readonly quotesPerSecond: number;
  /** null: one message per quote; else arrays of the latest values at this interval. */
  readonly batchIntervalMs: number | null;
}

export interface QuoteSource {
  setLoad(load: Load): void;
  /** Epoch ms that a close of `0` stands for. */
  readonly startedAtMs: number;
  close(): void;
}

const PUMP_INTERVAL_MS = 2;

/** The sockets that subscribed to quotes. */
function openQuoteSockets(server: Server) {
  const sockets = new Set<WebSocket>();
  const subscribed = new Set<WebSocket>();
  const wss = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
  wss.on('connection', (socket) => {
    sockets.add(socket);
    const hello = { type: 'hello', time: Date.now(), heartbeat_ms: 15_000, idle_close_ms: 45_000 };
    socket.send(JSON.stringify(hello));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; params?: string };
      if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong', time: Date.now() }));
      if (message.type === 'sub' && message.params === 'DAY_MARKET') subscribed.add(socket);
    });
    socket.on('close', () => {
      sockets.delete(socket);
      subscribed.delete(socket);
    });
  });
  return {
    broadcast(text: string) {
      for (const socket of subscribed) socket.send(text);
    },
    close() {
      for (const socket of sockets) socket.terminate();
      wss.close();
    },
  };
}

export function createQuoteSource(server: Server, pairCount: number): QuoteSource {
  const startedAtMs = Date.now();
  const sockets = openQuoteSockets(server);
  const latest = new Map<number, string>();
  let load: Load = { quotesPerSecond: 0, batchIntervalMs: null };
  let sentUntilMs = performance.now();
  let lastFlushMs = 0;
  let nextPair = 0;

  const quote = () => {
    const id = (nextPair++ % pairCount) + 1;
    const message = quoteMessage(id, startedAtMs);
    if (load.batchIntervalMs === null) sockets.broadcast(message);
    else latest.set(id, message);
  };
  const pump = () => {
    const now = performance.now();
    const due = Math.floor(((now - sentUntilMs) * load.quotesPerSecond) / 1000);
    for (let n = 0; n < due; n++) quote();
    if (due > 0) sentUntilMs += (due * 1000) / load.quotesPerSecond;
    if (load.batchIntervalMs === null || latest.size === 0) return;
    if (now - lastFlushMs < load.batchIntervalMs) return;
    lastFlushMs = now;
    sockets.broadcast(`[${[...latest.values()].join(',')}]`);
    latest.clear();
  };
  const timer = setInterval(pump, PUMP_INTERVAL_MS);

  return {
    startedAtMs,
    setLoad(next) {
      load = next;
      sentUntilMs = performance.now();
      latest.clear();
    },
    close() {
      clearInterval(timer);
      sockets.close();
    },
  };
}

function quoteMessage(id: number, startedAtMs: number): string {
  const ageMs = Date.now() - startedAtMs;
  const change = ((ageMs % 2000) - 1000) / 100;
  return `{"type":"DAY_MARKET","currency_match_id":${id},"quotation":{"close":"${ageMs / 1000}","change":"${change}"}}`;
}
