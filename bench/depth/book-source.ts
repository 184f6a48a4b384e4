/**
 * An order book in motion over a real socket, speaking the protocol of contract/channels.ts: one delta a tick
 * that changes levels of both sides near the best price, and quotes, trades and own events at the same time,
 * as on a busy market.
 */
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as ws from 'ws';
import type { DepthLevel } from '../../contract/market/market.ts';
import { benchBalance, benchOrder } from './api-data.ts';

/** The product's version of `ws`; a bench dependency has an older one closer to this file. */
const { WebSocketServer } = createRequire(
  path.join(import.meta.dirname, '../../server/edge/ws/gateway.ts'),
)('ws') as typeof ws;

export interface BookLoad {
  /** Deltas a second; each changes both sides; 0 sends none. */
  readonly updatesPerSecond: number;
  /** Levels changed by a delta on each side. */
  readonly levelsPerSide: number;
  /** True if quotes of all markets, trades and own events arrive at the same time. */
  readonly isBusy: boolean;
}

export interface BookSource {
  setLoad(load: BookLoad): void;
  /** Deltas sent so far. */
  readonly sent: number;
  close(): void;
}

const LEVELS = 500;
const MIDDLE_TICKS = 1_000_000;
const MARKETS = 50;
const OPEN_ORDERS = 20;
/** Rows on each side of the book on a phone. */
const ROWS_ON_SCREEN = 9;
const STREAM = 'bench';

const levelOf = (side: 1 | -1, depth: number, lots: number): DepthLevel => [
  String((MIDDLE_TICKS + side * (1 + depth)) / 10),
  String(lots / 1_000),
];

/** A seeded source of random numbers, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** The first message of each channel after a subscription. */
const BEGINNINGS: Readonly<Record<string, (seq: number) => object>> = {
  DEPTH: (seq) => ({
    type: 'DEPTH',
    kind: 'snapshot',
    currency_match_id: 1,
    seq,
    bids: wholeSide(-1),
    asks: wholeSide(1),
  }),
  USER: (seq) => ({
    type: 'USER',
    kind: 'snapshot',
    stream: STREAM,
    seq,
    orders: Array.from({ length: OPEN_ORDERS }, (_, index) => benchOrder(index + 1)),
    balances: [benchBalance(1, 'USDT'), benchBalance(2, 'BTC')],
  }),
};

function wholeSide(side: 1 | -1): DepthLevel[] {
  return Array.from({ length: LEVELS }, (_, depth) => levelOf(side, depth, 1_000 + depth));
}

/** Answers subscriptions. `seq` returns the number of the last message on any channel. */
function openBookSockets(server: Server, seq: () => number) {
  const readers = new Set<ws.WebSocket>();
  const wss = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
  wss.on('connection', (socket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    say({ type: 'hello', time: Date.now(), heartbeat_ms: 15_000, idle_close_ms: 45_000 });
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; params?: string };
      if (message.type === 'ping') say({ type: 'pong', time: Date.now() });
      if (message.type === 'auth') say({ type: 'auth' });
      if (message.type === 'sub') say(BEGINNINGS[message.params ?? '']?.(seq()) ?? []);
      if (message.params === 'DEPTH') readers.add(socket);
    });
    socket.on('close', () => readers.delete(socket));
  });
  return {
    broadcast(message: object): void {
      const text = JSON.stringify(message);
      for (const socket of readers) socket.send(text);
    },
    close(): void {
      for (const socket of wss.clients) socket.terminate();
      wss.close();
    },
  };
}

/** Half of the changes are within the rows on screen; one in ten empties its level. */
function changedLevels(side: 1 | -1, count: number, chance: () => number): DepthLevel[] {
  return Array.from({ length: count }, () => {
    const depth = Math.floor(chance() * (chance() < 0.5 ? ROWS_ON_SCREEN : LEVELS));
    return levelOf(side, depth, chance() < 0.1 ? 0 : Math.ceil(chance() * 99_999));
  });
}

const delta = (seq: number, levels: number, chance: () => number) => ({
  type: 'DEPTH',
  kind: 'delta',
  currency_match_id: 1,
  previous_seq: seq - 1,
  seq,
  bids: changedLevels(-1, levels, chance),
  asks: changedLevels(1, levels, chance),
});

const quotes = (chance: () => number) =>
  Array.from({ length: MARKETS }, (_, index) => ({
    type: 'DAY_MARKET',
    currency_match_id: index + 1,
    quotation: {
      close: String((MIDDLE_TICKS + Math.round((chance() - 0.5) * 9)) / 10),
      change: '1.25',
    },
  }));

const ownEvent = (seq: number) => ({
  type: 'USER',
  kind: 'event',
  stream: STREAM,
  seq,
  event: {
    kind: 'order',
    record: { ...benchOrder(1 + (seq % OPEN_ORDERS)), revision: seq },
  },
});

export function createBookSource(server: Server): BookSource {
  const chance = seeded(7);
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  const sockets = openBookSockets(server, () => sent);
  return {
    get sent() {
      return sent;
    },
    setLoad({ updatesPerSecond, levelsPerSide, isBusy }) {
      clearInterval(timer);
      if (updatesPerSecond === 0) return;
      timer = setInterval(() => {
        sent += 1;
        sockets.broadcast(delta(sent, levelsPerSide, chance));
        if (!isBusy) return;
        sockets.broadcast(quotes(chance));
        sockets.broadcast(ownEvent(sent));
      }, 1_000 / updatesPerSecond);
    },
    close() {
      clearInterval(timer);
      sockets.close();
    },
  };
}
