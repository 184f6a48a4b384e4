/** A real HTTP server with the gateway on it, a market driven by hand and real clients. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { ensure } from '../../../contract/assert.ts';
import type { ChannelMessage, ServerMessage } from '../../../contract/channels.ts';
import { SOCKET_PATH } from '../../../contract/socket-path.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Deal, Quotation } from '../../../contract/market/market.ts';
import type { Clock } from '../../../contract/time.ts';
import { createLog } from '../../../server/kit/log.ts';
import type { MarketListener } from '../../../server/areas/market/market.area.ts';
import type { GatewayLimits } from '../../../server/edge/ws/gateway-limits.ts';
import { createGateway } from '../../../server/edge/ws/gateway.ts';
import { UserUpdatesDesk } from '../../../server/edge/ws/user-updates.ts';
import {
  createSimulatedMarket,
  type SimulatedMarket,
} from '../../support/market/simulated-market.ts';
import { HandFiatAds, HandIndex, HandMarks, HandSessions } from './socket-sources.ts';
import { createHandExchange } from '../../support/market/hand-exchange.ts';
import { eventually } from '../../support/eventually.ts';

/** Milliseconds within which messages of a socket in this process usually arrive. */
const OFTEN = { interval: 5 };
/** A Friday morning: forex is open. */
const START_MS = Date.UTC(2026, 10, 20, 7, 13, 22, 500);

interface HarnessOptions {
  readonly limits?: Partial<GatewayLimits>;
  readonly allowedOrigins?: readonly string[];
}

/** The simulated market, and its subscribers. */
function createHeardMarket(clock: Clock): {
  readonly source: SimulatedMarket;
  readonly listeners: readonly MarketListener[];
} {
  const source = createSimulatedMarket({ seed: 'socket tests', clock });
  const listeners: MarketListener[] = [];
  const subscribe = source.subscribe.bind(source);
  source.subscribe = (listener) => {
    listeners.push(listener);
    return subscribe(listener);
  };
  return { source, listeners };
}

export async function startHarness({ limits = {}, allowedOrigins = [] }: HarnessOptions = {}) {
  const clock = { time: START_MS, now: () => clock.time };
  const { source, listeners } = createHeardMarket(clock);
  const exchange = createHandExchange();
  const byHand = {
    fiatAds: new HandFiatAds(),
    marks: new HandMarks(),
    index: new HandIndex(),
    sessions: new HandSessions(clock),
  };
  const updates = new UserUpdatesDesk();
  const gateway = createGateway({
    source,
    depth: exchange.depth,
    ...byHand,
    users: updates.joinedTo(exchange.users),
    clock,
    log: createLog('silent'),
    allowedOrigins,
    limits: { ...LIMITS, ...limits },
  });
  const server = createServer((_request, response) => response.end('plain'));
  server.on('upgrade', (request, socket, head) => gateway.handleUpgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Client[] = [];

  return {
    clock,
    source,
    /** Commits of orders and trades, made by hand. */
    exchange,
    ...byHand,
    /** The service that publishes user events. */
    updates,
    gateway,
    port,
    /** Moves the clock and publishes due messages. */
    advance(ms: number): void {
      clock.time += ms;
      source.publishDue();
    },
    /** Publishes the test's own quotes, in addition to the simulation. */
    publish(marketId: number, deals: readonly Deal[], quotation: Quotation): void {
      const market = ensure(source.spotMarkets.get(marketId), 'a market');
      for (const listener of listeners) listener.onDeals(market, deals, quotation);
    },
    /** A client that has received the greeting. */
    async connect(headers: Record<string, string> = {}): Promise<Client> {
      const client = new Client(`ws://127.0.0.1:${port}${SOCKET_PATH}`, headers);
      clients.push(client);
      await client.waitFor((message) => message.type === 'hello');
      return client;
    },
    /** The HTTP status with which an upgrade is refused. */
    refusalOf: (headers: Record<string, string>) =>
      refusalOf(`ws://127.0.0.1:${port}${SOCKET_PATH}`, headers),
    /** Counts the sockets that are open on the server. */
    countSockets: () => countSockets(server),
    async stop(): Promise<void> {
      for (const client of clients) client.webSocket.terminate();
      await gateway.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

const countSockets = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

async function refusalOf(url: string, headers: Record<string, string>): Promise<number> {
  const webSocket = new WebSocket(url, { headers });
  const [request, response] = await once(webSocket, 'unexpected-response');
  request.destroy();
  return response.statusCode;
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

const PING = JSON.stringify({ type: 'ping' });

/** A client that stores all received messages. It waits for the greeting first. */
export class Client {
  readonly webSocket: WebSocket;
  /** Frames as received: one message, or an array of them. */
  readonly frames: unknown[] = [];
  closedWith: number | undefined;
  #socket: Socket | undefined;
  #pings = 0;

  constructor(url: string, headers: Record<string, string>) {
    this.webSocket = new WebSocket(url, { headers });
    this.webSocket.on('message', (data) => this.frames.push(JSON.parse(String(data))));
    this.webSocket.on('upgrade', ({ socket }) => (this.#socket = socket));
    this.webSocket.on('close', (code) => (this.closedWith = code));
    this.webSocket.on('open', () => this.send({ type: 'hello' }));
    this.webSocket.on('error', () => {});
  }

  /** All messages, with batches unpacked. */
  get messages(): ServerMessage[] {
    return this.frames.flat() as ServerMessage[];
  }

  /** The underlying connection, to stop reading or to write invalid frames. */
  get transport(): Socket {
    return ensure(this.#socket, 'an upgraded connection');
  }

  /** Messages of one channel. */
  of<T extends ChannelMessage['type']>(type: T): Extract<ChannelMessage, { type: T }>[] {
    return this.messages.filter((message) => message.type === type) as Extract<
      ChannelMessage,
      { type: T }
    >[];
  }

  /** Sends text as it is, anything else as JSON. */
  send(message: unknown): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    if (text === PING) this.#pings += 1;
    this.webSocket.send(text);
  }

  async waitFor(isWanted: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    return eventually(() => ensure(this.messages.find(isWanted), 'the awaited message'), OFTEN);
  }

  /** Resolves after the server has answered all earlier messages. */
  async settle(): Promise<void> {
    this.send(PING);
    const pongs = () => this.messages.filter(({ type }) => type === 'pong').length;
    await eventually(() => expect(pongs()).toBe(this.#pings), OFTEN);
  }

  async waitForClose(): Promise<number> {
    return eventually(() => ensure(this.closedWith, 'a close code'), OFTEN);
  }
}
