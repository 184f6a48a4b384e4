/**
 * An order book in motion over a real socket, speaking the protocol of contract/channels.ts: one
 * delta a tick that changes levels of both sides near the best price, and quotes, deals and own
 * events beside it, as on a busy market.
 */
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as ws from 'ws';
import type { DepthLevel } from '../../contract/schemas/market.ts';
import { benchBalance, benchOrder } from './api-data.ts';

/** The `ws` of the product: a peer's older one lies nearer to this file. */
const { WebSocketServer } = createRequire(
  path.join(import.meta.dirname, '../../server/ws/gateway.ts'),
)('ws') as typeof ws;

export interface BookLoad {
  /** Deltas a second; each changes both sides. 0: none. */
  readonly updatesPerSecond: number;
  /** Levels that a delta changes on each side. */
  readonly levelsPerSide: number;
  /** Whether quotes of all markets, deals and own events come beside it. */
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

const levelOf = (side: 1 | -1, depth: number, lots: number): DepthLevel => [
  String((MIDDLE_TICKS + side * (1 + depth)) / 10),
  String(lots / 1_000),
];

/** Chance that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export function createBookSource(server: Server): BookSource {
  const chance = seeded(7);
  const readers = new Set<ws.WebSocket>();
  const wss = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
  let seq = 0;
  let userSeq = 0;
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;

  const whole = (side: 1 | -1) =>
    Array.from({ length: LEVELS }, (_, depth) => levelOf(side, depth, 1_000 + depth));
  const answers: Record<string, () => object> = {
    DEPTH: () => ({
      type: 'DEPTH',
      kind: 'snapshot',
      currency_match_id: 1,
      seq,
      bids: whole(-1),
      asks: whole(1),
    }),
    USER: () => ({
      type: 'USER',
      kind: 'snapshot',
      stream: 'bench',
      seq: userSeq,
      orders: Array.from({ length: 20 }, (_, index) => benchOrder(index + 1)),
      balances: [benchBalance(1, 'USDT'), benchBalance(2, 'BTC')],
    }),
  };

  wss.on('connection', (socket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    say({ type: 'hello', time: Date.now(), heartbeat_ms: 15_000, idle_close_ms: 45_000 });
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; params?: string };
      if (message.type === 'ping') say({ type: 'pong', time: Date.now() });
      if (message.type === 'auth') say({ type: 'auth' });
      const answer = message.type === 'sub' ? answers[message.params ?? ''] : undefined;
      if (answer) say(answer());
      if (answer && message.params === 'DEPTH') readers.add(socket);
    });
    socket.on('close', () => readers.delete(socket));
  });

  const broadcast = (message: object) => {
    const text = JSON.stringify(message);
    for (const socket of readers) socket.send(text);
  };
  const changed = (side: 1 | -1, count: number) =>
    Array.from({ length: count }, () => {
      // Half of the changes are within the rows on screen; one in ten empties its level.
      const depth = Math.floor(chance() * (chance() < 0.5 ? 9 : LEVELS));
      return levelOf(side, depth, chance() < 0.1 ? 0 : Math.ceil(chance() * 99_999));
    });

  function sendDelta(levels: number): void {
    const previous = seq;
    seq += 1;
    sent += 1;
    broadcast({
      type: 'DEPTH',
      kind: 'delta',
      currency_match_id: 1,
      previous_seq: previous,
      seq,
      bids: changed(-1, levels),
      asks: changed(1, levels),
    });
  }

  function sendBeside(): void {
    const close = String((MIDDLE_TICKS + Math.round((chance() - 0.5) * 9)) / 10);
    broadcast(
      Array.from({ length: MARKETS }, (_, index) => ({
        type: 'DAY_MARKET',
        currency_match_id: index + 1,
        quotation: { close, change: '1.25' },
      })),
    );
    userSeq += 1;
    const order = { ...benchOrder(1 + (userSeq % 20)), revision: userSeq };
    const event = { kind: 'order', order };
    broadcast({ type: 'USER', kind: 'event', stream: 'bench', seq: userSeq, event });
  }

  return {
    get sent() {
      return sent;
    },
    setLoad({ updatesPerSecond, levelsPerSide, isBusy }) {
      clearInterval(timer);
      if (updatesPerSecond === 0) return;
      timer = setInterval(() => {
        sendDelta(levelsPerSide);
        if (isBusy) sendBeside();
      }, 1_000 / updatesPerSecond);
    },
    close() {
      clearInterval(timer);
      for (const socket of wss.clients) socket.terminate();
      wss.close();
    },
  };
}
