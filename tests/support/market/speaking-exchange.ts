/** A server on this machine that speaks like the public socket of an exchange, and fails as a test asks. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { dialectOf, type Dialect, type SpokenQuote } from './documented-messages.ts';

const SAID_EVERY_MS = 100;

export class SpeakingExchange {
  readonly dialect: Dialect;
  /** All messages of clients, over all connections. */
  readonly heard: string[] = [];
  /** `performance.now()` of each connection. */
  readonly connectedAt: number[] = [];
  /** Symbols that it has; undefined for all. */
  knownSymbols: ReadonlySet<string> | undefined;
  /** The time of a price that is sent again to a new connection; undefined for its first time. */
  retellsAt: (() => number) | undefined;
  /** How it meets a connection: it serves, says nothing at all, or closes it. */
  mood: 'serves' | 'is silent' | 'closes' = 'serves';
  readonly #server: WebSocketServer;
  readonly #turns = new Map<string, number>();
  readonly #quotes = new Map<string, SpokenQuote>();

  private constructor(id: string, server: WebSocketServer) {
    this.dialect = dialectOf(id);
    this.#server = server;
    server.on('connection', (socket) => this.#meet(socket));
  }

  static async start(id: string): Promise<SpeakingExchange> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new SpeakingExchange(id, server);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get connectionCount(): number {
    return this.#server.clients.size;
  }

  /** How often it has said a price of the symbol. */
  turnOf(symbol: string): number {
    return this.#turns.get(symbol) ?? 0;
  }

  /** Sets the price of a symbol and says it on every connection. */
  price(symbol: string, quote: SpokenQuote): void {
    this.#quotes.set(symbol, quote);
    if (this.mood === 'serves') this.say(this.#priceText(symbol, quote));
  }

  /**
   * Says the price of a symbol several times a second, with a time that is so long ago.
   * @returns a function that ends it.
   */
  keepSaying(symbol: string, price: string, agoMs = 0): () => void {
    const quote = () => ({ last: price, bid: price, ask: price, atMs: Date.now() - agoMs });
    this.price(symbol, quote());
    const timer = setInterval(() => this.price(symbol, quote()), SAID_EVERY_MS);
    return () => clearInterval(timer);
  }

  /** Says any text on every connection. */
  say(message: string): void {
    for (const socket of this.#server.clients) socket.send(message);
  }

  /** Closes every connection. */
  hangUp(): void {
    for (const socket of this.#server.clients) socket.close(1001);
  }

  async stop(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #meet(socket: WebSocket): void {
    this.connectedAt.push(performance.now());
    if (this.mood === 'closes') return socket.close(1013);
    socket.on('message', (data: Buffer) => this.#hear(socket, data.toString()));
  }

  #hear(socket: WebSocket, message: string): void {
    this.heard.push(message);
    if (this.mood !== 'serves') return;
    const { dialect } = this;
    const symbols = dialect.symbolsOf(message === 'ping' ? {} : JSON.parse(message));
    if (symbols.length === 0 && dialect.pong !== null) socket.send(dialect.pong);
    for (const symbol of symbols) {
      const isKnown = this.knownSymbols?.has(symbol) !== false;
      socket.send(isKnown ? dialect.accepted(symbol) : dialect.refused(symbol));
      const quote = this.#quotes.get(symbol);
      if (!isKnown || quote === undefined) continue;
      const atMs = this.retellsAt?.() ?? quote.atMs;
      socket.send(this.#priceText(symbol, { ...quote, atMs }));
    }
  }

  #priceText(symbol: string, quote: SpokenQuote): string {
    const turn = this.turnOf(symbol) + 1;
    this.#turns.set(symbol, turn);
    return this.dialect.price(symbol, quote, turn);
  }
}
