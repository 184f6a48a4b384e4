/**
 * Several users who trade with each other as fast as they get responses: limit and market orders, cancels,
 * cancel all.
 */
import type { RequestInput } from '../../../contract/routes.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { ensure } from '../../../contract/assert.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { TestServer } from '../servers/test-server.ts';
import { newClientAddress } from '../servers/client-address.ts';
import type { Acknowledgements, Trader } from './acknowledgements.ts';

/** A market and the price around which users trade in it. */
export interface TradedMarket {
  readonly id: number;
  readonly priceScale: number;
  readonly quantityScale: number;
  /** Middle price in ticks. */
  readonly middle: bigint;
  /** Lots of a usual order. */
  readonly lots: bigint;
}

interface LoadParts {
  readonly server: TestServer;
  readonly traders: readonly Trader[];
  readonly markets: readonly TradedMarket[];
  readonly acknowledgements: Acknowledgements;
  readonly random: () => number;
  /** Number of clients that wait for a response at the same time. */
  readonly clients: number;
  /** A client waits for it before each command. */
  rest?(): Promise<void>;
}

export interface Load {
  /** Requests that were sent so far. */
  readonly sent: number;
  /** Resolves when all clients have noticed that the server is gone, or were stopped. */
  readonly ended: Promise<void>;
  stop(): void;
}

export function startLoad(parts: LoadParts): Load {
  const clients = Array.from({ length: parts.clients }, (_, at) => new Client(parts, at));
  return {
    get sent() {
      return clients.reduce((sum, client) => sum + client.sent, 0);
    },
    ended: Promise.all(clients.map((client) => client.run())).then(() => {}),
    stop: () => clients.forEach((client) => client.stop()),
  };
}

/** Name of the error of a refusal. */
export const refusalOf = (reply: Envelope<unknown>): string | null =>
  'error' in reply ? reply.error : null;

/** Errors of calls that may still be carried out: a server that ends answers those under way with the second one. */
const UNCERTAIN: ReadonlySet<string | null> = new Set(['internal_error', 'service_unavailable']);

/** Whether the call may still have been carried out. */
export const isUncertain = (reply: Envelope<unknown>): boolean => UNCERTAIN.has(refusalOf(reply));

let keys = 0;
const newKey = (): string => `crash-${process.pid}-${Date.now()}-${(keys += 1)}`;

class Client {
  sent = 0;
  readonly #parts: LoadParts;
  readonly #trader: Trader;
  #open: string[] = [];
  #isStopped = false;

  constructor(parts: LoadParts, at: number) {
    this.#parts = parts;
    this.#trader = ensure(parts.traders[at % parts.traders.length], 'a trader');
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Runs until it is stopped, or the server does not respond. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#parts.rest?.();
      const dice = this.#parts.random();
      this.sent += 1;
      try {
        if (dice < 0.03) await this.#cancelAll();
        else if (dice < 0.25 && this.#open.length > 0) await this.#cancel();
        else await this.#place(dice > 0.85 ? this.#marketOrder() : this.#limitOrder());
      } catch {
        return;
      }
    }
  }

  async #place(body: RequestInput<'placeOrder'>): Promise<void> {
    const { server, acknowledgements } = this.#parts;
    const key = newKey();
    const trader = this.#trader;
    try {
      const reply = await server.call('placeOrder', body, {
        token: trader.token,
        headers: { 'idempotency-key': key, ...newClientAddress() },
      });
      if (reply.data !== null) {
        acknowledgements.order(reply.data, key);
        if (reply.data.state === 'paid') this.#open.push(reply.data.id);
      } else if (isUncertain(reply)) throw new Error('the outcome of the order is unknown');
      else acknowledgements.refusedKeys.add(key);
    } catch (error) {
      acknowledgements.unanswered.push({ trader, key, body });
      throw error;
    }
  }

  async #cancel(): Promise<void> {
    const { server, acknowledgements, random } = this.#parts;
    const [id = ''] = this.#open.splice(Math.floor(random() * this.#open.length), 1);
    const options = { token: this.#trader.token, headers: newClientAddress() };
    const reply = await server.call('cancelOrder', { id }, options);
    if (reply.data !== null) acknowledgements.order(reply.data, null);
  }

  async #cancelAll(): Promise<void> {
    const { server, acknowledgements } = this.#parts;
    this.#open = [];
    const reply = await server.call(
      'cancelAllOrders',
      { currency_match_id: String(this.#market().id) },
      { token: this.#trader.token, headers: newClientAddress() },
    );
    if (reply.data !== null) acknowledgements.cancelled(reply.data);
  }

  #limitOrder(): RequestInput<'placeOrder'> {
    const market = this.#market();
    const { random } = this.#parts;
    // Within 0.2 % of the middle, about half of the orders match another order.
    const offset = BigInt(Math.round((random() - 0.5) * 4_000));
    const ticks = market.middle + (market.middle * offset) / 1_000_000n;
    return {
      currency_match_id: String(market.id),
      side: random() < 0.5 ? 'buy' : 'sell',
      type: 'limit',
      price: formatUnits(ticks, market.priceScale),
      quantity: this.#quantity(market),
    };
  }

  #marketOrder(): RequestInput<'placeOrder'> {
    const market = this.#market();
    return {
      currency_match_id: String(market.id),
      side: this.#parts.random() < 0.5 ? 'buy' : 'sell',
      type: 'market',
      quantity: this.#quantity(market),
    };
  }

  #market(): TradedMarket {
    const { markets, random } = this.#parts;
    return ensure(markets[Math.floor(random() * markets.length)], 'a market');
  }

  #quantity({ lots, quantityScale }: TradedMarket): string {
    const factor = BigInt(1 + Math.floor(this.#parts.random() * 3));
    return formatUnits(lots * factor, quantityScale);
  }
}

/** The most popular markets, with orders worth about `worth` of the quote currency. */
export async function tradedMarkets(
  server: TestServer,
  count: number,
  worth: number,
): Promise<readonly TradedMarket[]> {
  const reply = await server.call('listCurrencyMatches', {});
  return ensure(reply.data, 'markets')
    .flatMap(({ matches }) => matches)
    .filter(({ quote_currency_code: code }) => code === 'USDT')
    .toSorted((a, b) => a.popularity_rank - b.popularity_rank)
    .slice(0, count)
    .map(({ id, price_scale, quantity_scale, currency_quotation: { close } }) => ({
      id,
      priceScale: price_scale,
      quantityScale: quantity_scale,
      middle: ensure(parseUnits(close, price_scale), 'price'),
      lots: BigInt(Math.ceil((worth / Number(close)) * 10 ** quantity_scale)),
    }));
}
