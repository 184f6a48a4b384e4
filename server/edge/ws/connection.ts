/** One socket: its limits, its subscriptions, and its writes. */
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { SOCKET_CLOSE, type ServerMessage } from '../../../contract/channels.ts';
import type { SocketErrorName } from '../../../contract/errors/catalog.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import {
  FAULTS_PER_WINDOW_MAX,
  LAG_BYTES,
  MESSAGE_WINDOW_MS,
  type GatewayLimits,
} from './gateway-limits.ts';
import type { SocketSignIn } from './sign-in.ts';
import { textFrame } from './text-frame.ts';

export class Connection {
  /** Subscription key → function that ends it. */
  readonly subscriptions = new Map<string, () => void>();
  readonly signIn: SocketSignIn;
  /** The network that limits by address count it for. */
  readonly network: string;
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #limits: GatewayLimits;
  readonly #clock: Clock;
  #windowStart: EpochMs;
  #messagesInWindow = 0;
  #faultsInWindow = 0;
  #heardAt: EpochMs;
  /** Whether a protocol ping was sent and nothing was received since. */
  #isPinged = false;
  #laggingSince: EpochMs | undefined;
  /** Size of the last write while the reader kept up; it may still be unsent. */
  #exemptBytes = 0;

  /** `socket` is the stream below `webSocket`: shared frames are written to it directly. */
  constructor(
    webSocket: WebSocket,
    socket: Duplex,
    options: {
      readonly limits: GatewayLimits;
      readonly clock: Clock;
      readonly signIn: SocketSignIn;
      readonly network: string;
    },
  ) {
    const { limits, clock, signIn, network } = options;
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#limits = limits;
    this.#clock = clock;
    this.signIn = signIn;
    this.network = network;
    this.#heardAt = clock.now();
    this.#windowStart = this.#heardAt;
  }

  get isOpen(): boolean {
    return this.#webSocket.readyState === WebSocket.OPEN;
  }

  /**
   * Whether the reader is behind. Channels whose latest value is enough then hold updates back, and
   * send that value later.
   */
  get isLagging(): boolean {
    return this.#socket.writableLength > LAG_BYTES;
  }

  send(message: ServerMessage): void {
    this.write(textFrame(JSON.stringify(message)));
  }

  /**
   * Writes whole frames; closes a reader with too much unsent instead. A write to a reader that
   * keeps up may have any size (a deep order book does not mean a slow reader) and is not counted
   * until it is sent.
   */
  write(frames: Buffer): void {
    if (!this.isOpen) return;
    if (!this.isLagging) this.#exemptBytes = frames.length;
    const bytesMax = this.#limits.socket_buffered_bytes_max + this.#exemptBytes;
    if (this.#socket.writableLength + frames.length > bytesMax) {
      this.close(SOCKET_CLOSE.tooSlow);
      return;
    }
    this.#socket.write(frames);
  }

  /**
   * Counts a message of the client. @returns false when the socket is closed, including by this
   * message.
   */
  admitMessage(): boolean {
    if (!this.isOpen) return false;
    this.#heardAt = this.#clock.now();
    this.#isPinged = false;
    if (Math.abs(this.#heardAt - this.#windowStart) >= MESSAGE_WINDOW_MS) {
      this.#windowStart = this.#heardAt;
      this.#messagesInWindow = 0;
      this.#faultsInWindow = 0;
    }
    this.#messagesInWindow += 1;
    if (this.#messagesInWindow <= this.#limits.socket_messages_per_10s_max) return true;
    this.closeFlood();
    return false;
  }

  /** Closes a socket that exceeds its message rate, and says so. */
  closeFlood(): void {
    this.send({ type: 'error', error: 'too_many_messages' });
    this.close(SOCKET_CLOSE.policyViolation);
  }

  /** Answers a rejected message; one rejection too many closes the socket. */
  refuse(error: SocketErrorName): void {
    this.send({ type: 'error', error });
    this.#faultsInWindow += 1;
    if (this.#faultsInWindow > FAULTS_PER_WINDOW_MAX) this.close(SOCKET_CLOSE.policyViolation);
  }

  /**
   * Closes a socket that has been silent, or behind, for `socket_idle_close_ms`. After half of that
   * silence it gets a protocol ping, which clients and browsers answer on their own. Must be called
   * regularly.
   * @param unheardMs time since the last call in which the server could not receive, 0 or more; it
   * does not count as silence.
   */
  sweep(unheardMs: number): void {
    const now = this.#clock.now();
    this.#heardAt += unheardMs;
    if (this.#laggingSince !== undefined) this.#laggingSince += unheardMs;
    if (this.isLagging) this.#laggingSince ??= now;
    else this.#laggingSince = undefined;
    const patienceMs = this.#limits.socket_idle_close_ms;
    const silenceMs = now - this.#heardAt;
    if (silenceMs >= patienceMs) this.close(SOCKET_CLOSE.idle);
    else if (this.#laggingSince !== undefined && now - this.#laggingSince >= patienceMs) {
      this.close(SOCKET_CLOSE.tooSlow);
    } else if (silenceMs >= patienceMs / 2 && !this.#isPinged) {
      this.#isPinged = true;
      this.#webSocket.ping();
    }
  }

  /** Ends the subscriptions and closes; a peer that does not answer the close is disconnected. */
  close(code: number): void {
    if (!this.isOpen) return;
    this.endSubscriptions();
    this.#webSocket.close(code);
    const dropped = setTimeout(
      () => this.#webSocket.terminate(),
      this.#limits.socket_close_grace_ms,
    );
    this.#webSocket.once('close', () => clearTimeout(dropped));
  }

  /** Ends one subscription; does nothing if there is none. */
  endSubscription(key: string): void {
    this.subscriptions.get(key)?.();
    this.subscriptions.delete(key);
  }

  endSubscriptions(): void {
    for (const end of this.subscriptions.values()) end();
    this.subscriptions.clear();
  }
}
