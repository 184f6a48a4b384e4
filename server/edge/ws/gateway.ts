/**
 * The server's end of `/ws`: accepts upgrades, handles client messages, closes sockets that break rules or are gone.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { SOCKET_CLOSE, type HelloMessage } from '../../../contract/channels.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';
import type { Audience, MarketSource } from '../../areas/market/market.area.ts';
import { networkOf } from '../../kit/net/network.ts';
import { STATUS_CODES } from '../../kit/net/node-http.ts';
import { readClientMessage } from './client-message.ts';
import { Connection } from './connection.ts';
import {
  REFUSED_TOKENS_PER_MINUTE_MAX,
  SWEEP_GAP_MS_MAX,
  SWEEP_INTERVAL_MS,
  type GatewayLimits,
} from './gateway-limits.ts';
import { SessionWatch } from './session-watch.ts';
import { SocketSignIn } from './sign-in.ts';
import type {
  DepthSource,
  FiatAdSource,
  IndexSource,
  MarkSource,
  SessionSource,
  UserSource,
} from './sources.ts';
import { Subscriptions, type Subscription, type Unsubscription } from './subscriptions.ts';
import { AddressCounter, isOriginAllowed, RefusedTokens } from './upgrade-policy.ts';

interface GatewayOptions {
  readonly source: MarketSource;
  readonly depth: DepthSource;
  readonly fiatAds: FiatAdSource;
  readonly marks: MarkSource;
  readonly index: IndexSource;
  readonly users: UserSource;
  readonly sessions: SessionSource;
  /** Notified when a connection opens and closes. */
  readonly audience?: Pick<Audience, 'enter'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'debug' | 'error'>;
  /** Origins whose pages may connect, in addition to the origin of the request's own host. */
  readonly allowedOrigins: readonly string[];
  /** `LIMITS` of the contract. */
  readonly limits: GatewayLimits;
  /**
   * Returns the address for the limit of connections; the remote address by default, another behind
   * a proxy.
   */
  readonly addressOf?: (request: IncomingMessage) => string;
}

export interface Gateway {
  /** Handles the `upgrade` event of the HTTP server, after the path was matched. Never throws. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes all sockets with 1001; resolves when they are gone. */
  close(): Promise<void>;
}

export function createGateway(options: GatewayOptions): Gateway {
  return new SocketGateway(options);
}

class SocketGateway implements Gateway {
  readonly #options: GatewayOptions;
  readonly #server: WebSocketServer;
  readonly #subscriptions: Subscriptions;
  readonly #addresses: AddressCounter;
  readonly #refusedTokens: RefusedTokens;
  readonly #connections = new Set<Connection>();
  readonly #sessionWatch: SessionWatch;
  readonly #sweeper: NodeJS.Timeout;
  #sweptAt: EpochMs;
  #isClosing = false;

  constructor(options: GatewayOptions) {
    const { source, depth, fiatAds, marks, index, users, sessions, limits, clock, log } = options;
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: limits.socket_message_bytes_max,
      // The gateway answers protocol pings itself, in `welcome`, because they count as messages.
      autoPong: false,
    });
    this.#subscriptions = new Subscriptions(
      { market: source, depth, fiatAds, marks, index, users },
      limits,
      clock,
    );
    this.#addresses = new AddressCounter(limits.socket_connections_per_address_max);
    this.#refusedTokens = new RefusedTokens(REFUSED_TOKENS_PER_MINUTE_MAX, clock);
    this.#sessionWatch = new SessionWatch({
      sessions,
      connections: this.#connections,
      log,
      onEnded: (connection) => this.#endSession(connection),
    });
    this.#sweptAt = clock.now();
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (this.#isClosing) return this.#refuse(socket, 503);
    if (!isOriginAllowed(request, this.#options.allowedOrigins)) return this.#refuse(socket, 403);
    const network = networkOf(this.#addressOf(request));
    if (!this.#addresses.take(network)) return this.#refuse(socket, 429);
    socket.once('close', () => this.#addresses.release(network));
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#welcome(webSocket, socket, network);
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#sweeper);
    this.#sessionWatch.close();
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const connection of this.#connections) connection.close(SOCKET_CLOSE.goingAway);
    this.#subscriptions.close();
    await closed;
  }

  #sweep(): void {
    const now = this.#options.clock.now();
    const unheardMs = Math.max(0, now - this.#sweptAt - SWEEP_GAP_MS_MAX);
    this.#sweptAt = now;
    for (const connection of this.#connections) connection.sweep(unheardMs);
    this.#sessionWatch.sweep();
    this.#subscriptions.sweep();
  }

  #addressOf(request: IncomingMessage): string {
    return this.#options.addressOf?.(request) ?? request.socket.remoteAddress ?? '';
  }

  #welcome(webSocket: WebSocket, socket: Duplex, network: string): void {
    const { sessions, audience, limits, clock, log } = this.#options;
    const signIn = new SocketSignIn(sessions, clock);
    const connection = new Connection(webSocket, socket, { limits, clock, signIn, network });
    this.#connections.add(connection);
    const leave = audience?.enter();
    webSocket.on('message', (data, isBinary) => this.#receive(connection, data, isBinary));
    webSocket.on('ping', (data) => {
      if (connection.admitMessage()) webSocket.pong(data);
    });
    webSocket.on('pong', () => connection.admitMessage());
    webSocket.on('error', (error) => log.debug({ err: error }, 'socket fault'));
    webSocket.once('close', () => {
      this.#connections.delete(connection);
      leave?.();
      connection.endSubscriptions();
    });
  }

  #hello(): HelloMessage {
    const { clock, limits } = this.#options;
    return {
      type: 'hello',
      time: clock.now(),
      heartbeat_ms: limits.socket_heartbeat_ms,
      idle_close_ms: limits.socket_idle_close_ms,
    };
  }

  #receive(connection: Connection, data: RawData, isBinary: boolean): void {
    if (!connection.admitMessage()) return;
    if (isBinary) return connection.close(SOCKET_CLOSE.unsupportedData);
    const read = readClientMessage(data.toString());
    if (!read.ok) return connection.refuse(read.error);
    const { message } = read;
    switch (message.type) {
      case 'hello':
        return connection.send(this.#hello());
      case 'ping':
        return connection.send({ type: 'pong', time: this.#options.clock.now() });
      case 'auth':
        return this.#authenticate(connection, message.token);
      default:
        return this.#subscribe(connection, message);
    }
  }

  #authenticate(connection: Connection, token: string): void {
    const { signIn } = connection;
    if (signIn.isFull) return connection.closeFlood();
    const lookUp = async () => {
      // The socket may have closed while earlier tokens were looked up.
      if (!connection.isOpen) return;
      const guesser = guesserOf(connection);
      // The socket stays open, so that users of the same address keep their prices when a neighbor
      // guesses tokens.
      if (!signIn.isCurrent(token) && !this.#refusedTokens.mayTry(guesser))
        return connection.refuse('too_many_messages');
      const userBefore = signIn.session?.userId;
      const error = await signIn.authenticate(token);
      // The token of an ended session was once valid, so it is not counted as a guess.
      if (error === 'unauthorized') this.#refusedTokens.note(guesser);
      if (error === null && signIn.session !== null)
        await this.#options.users.prepare(signIn.session.userId);
      if (!connection.isOpen) return;
      if (error !== null) return connection.refuse(error);
      if (signIn.session?.userId !== userBefore) this.#subscriptions.removePrivate(connection);
      connection.send({ type: 'auth' });
    };
    this.#orClose(connection, signIn.whileLookingUp(lookUp));
  }

  #subscribe(connection: Connection, message: Subscription | Unsubscription): void {
    if (message.params !== 'USER') return this.#obey(connection, message);
    const { signIn } = connection;
    const userId = signIn.session?.userId;
    const { users } = this.#options;
    const obeyed =
      message.type === 'unsub' || userId === undefined || users.isPrepared(userId)
        ? signIn.inTurn(() => this.#obey(connection, message))
        : // The state of the user has left memory since the sign-in.
          signIn.whileLookingUp(async () => {
            await users.prepare(userId);
            this.#obey(connection, message);
          });
    this.#orClose(connection, obeyed);
  }

  #obey(connection: Connection, message: Subscription | Unsubscription): void {
    // The socket may have closed during a token lookup; then no event would end the subscription.
    if (!connection.isOpen) return;
    if (message.type === 'unsub') return this.#subscriptions.remove(connection, message);
    const error = this.#subscriptions.add(connection, message);
    if (error !== null) connection.refuse(error);
  }

  #refuse(socket: Duplex, status: 403 | 429 | 503): void {
    refuseUpgrade(socket, status, this.#options.limits.socket_close_grace_ms);
  }

  /** Ends the user's own subscription; the socket stays open. */
  #endSession(connection: Connection): void {
    connection.signIn.end();
    this.#subscriptions.removePrivate(connection);
    connection.send({ type: 'error', error: 'session_ended' });
  }

  /**
   * Closes the socket when the session could not be looked up; the client reconnects and retries.
   */
  #orClose(connection: Connection, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'socket sign-in failed');
      connection.close(SOCKET_CLOSE.internalError);
    });
  }
}

/**
 * Returns the key that an unknown token counts for: the signed-in user, so that neighbors of the
 * address cannot block the renewal of a token, otherwise the address.
 */
function guesserOf({ signIn: { session }, network }: Connection): string {
  return session === null ? network : `user ${session.userId}`;
}

function refuseUpgrade(socket: Duplex, status: 403 | 429 | 503, graceMs: number): void {
  const reason = STATUS_CODES[status] ?? '';
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${Buffer.byteLength(reason)}\r\n\r\n${reason}`,
  );
  setTimeout(() => socket.destroy(), graceMs).unref();
}
