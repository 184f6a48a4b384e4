/** One connection to an exchange, from connecting to its end. */
import { WebSocket } from 'ws';
import type { FeedPace } from './feed-pace.ts';
import type { FeedEvent, FeedProtocol } from './feed-protocol.ts';

/** The largest message that is read; the largest documented one is far smaller. */
const MESSAGE_BYTES_MAX = 1_000_000;
/** Silence is looked for this often within the shortest limit. */
const LOOKS = 4;

interface FeedEnd {
  readonly reason: string;
  /** The connection had prices for long enough to be no failure. */
  readonly isSteady: boolean;
}

interface FeedSocketParts {
  readonly protocol: FeedProtocol;
  readonly url: string;
  readonly symbols: readonly string[];
  readonly pace: FeedPace;
  onOpen(): void;
  onEvent(event: FeedEvent): void;
}

export class FeedSocket {
  /** Never rejects. */
  readonly ended: Promise<FeedEnd>;
  readonly #parts: FeedSocketParts;
  readonly #socket: WebSocket;
  readonly #read: (text: string) => readonly FeedEvent[];
  readonly #openedAt: number;
  #heardAt: number;
  #pricedAt: number;
  #firstPriceAt: number | undefined;
  #isPinged = false;
  #reason: string | undefined;
  #looking: NodeJS.Timeout | undefined;
  #sending: NodeJS.Timeout | undefined;

  constructor(parts: FeedSocketParts) {
    this.#parts = parts;
    this.#read = parts.protocol.createReader();
    this.#openedAt = this.#heardAt = this.#pricedAt = performance.now();
    this.#socket = new WebSocket(parts.url, {
      handshakeTimeout: parts.pace.connectMs,
      maxPayload: MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
    });
    this.ended = new Promise((resolve) => {
      this.#socket.on('close', (code: number) => resolve(this.#end(code)));
    });
    // A close follows each error.
    this.#socket.on('error', (error) => (this.#reason ??= textOf(error)));
    this.#socket.on('open', () => this.#open());
    this.#socket.on('message', (data: Buffer, isBinary) =>
      this.#take(isBinary ? '' : data.toString('utf8')),
    );
  }

  /** Ends the connection at once. */
  close(reason: string): void {
    this.#reason ??= reason;
    this.#socket.terminate();
  }

  #open(): void {
    const { protocol, symbols, onOpen } = this.#parts;
    this.#heardAt = this.#pricedAt = performance.now();
    onOpen();
    this.#sendNext(protocol.subscribe(symbols), 0);
    this.#look();
  }

  #sendNext(messages: readonly string[], index: number): void {
    const message = messages[index];
    if (message === undefined || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(message);
    const next = () => this.#sendNext(messages, index + 1);
    this.#sending = setTimeout(next, this.#parts.protocol.subscribeGapMs).unref();
  }

  #take(text: string): void {
    if (this.#reason !== undefined) return;
    for (const event of this.#read(text)) {
      const now = performance.now();
      // A message outside the protocol is no sign of life.
      if (event.kind !== 'malformed') {
        this.#heardAt = now;
        this.#isPinged = false;
      }
      if (event.kind === 'price') {
        this.#pricedAt = now;
        this.#firstPriceAt ??= now;
      }
      if (event.kind === 'reconnect') this.close(event.reason);
      else this.#parts.onEvent(event);
    }
  }

  /** Replaces a connection that is silent, without prices, or old. */
  #look(): void {
    const { protocol, pace } = this.#parts;
    const now = performance.now();
    const silentMs = now - this.#heardAt;
    const { ping, silentAfterMs, lifetimeMs } = protocol;
    if (silentMs > silentAfterMs) return this.close(`silent for ${Math.round(silentMs)} ms`);
    if (now - this.#pricedAt > pace.pricelessMs) return this.close('messages without a price');
    if (lifetimeMs !== null && now - this.#openedAt > lifetimeMs)
      return this.close('the connection is old');
    if (ping !== null && silentMs > ping.afterMs && !this.#isPinged) {
      this.#isPinged = true;
      this.#socket.send(ping.text);
    }
    const shortestMs = Math.min(silentAfterMs, ping?.afterMs ?? silentAfterMs, pace.pricelessMs);
    this.#looking = setTimeout(() => this.#look(), shortestMs / LOOKS).unref();
  }

  #end(code: number): FeedEnd {
    clearTimeout(this.#looking);
    clearTimeout(this.#sending);
    const steadyMs = performance.now() - (this.#firstPriceAt ?? Number.POSITIVE_INFINITY);
    return {
      reason: this.#reason ?? `the exchange closed it with code ${code}`,
      isSteady: steadyMs >= this.#parts.pace.steadyMs,
    };
  }
}

/** Errors of several addresses have a code and no text. */
function textOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return error.message === '' ? (code ?? error.name) : error.message;
}
