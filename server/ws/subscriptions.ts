/** Connects subscriptions with the channels, and the channels with the market source. */
import { assertNever } from '../../contract/assert.ts';
import type { ClientMessage, DayMarketMessage, ForexMessage } from '../../contract/channels.ts';
import type { SocketErrorName } from '../../contract/errors/catalogue.ts';
import type { Quotation } from '../../contract/schemas/market.ts';
import type { Clock } from '../../contract/time.ts';
import type { MarketSource } from '../market/market-source.ts';
import { CandleChannel } from './candle-channel.ts';
import type { Connection } from './connection.ts';
import { DealChannel } from './deal-channel.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import { QuoteChannel, type Cadence } from './quote-channel.ts';

type Subscription = Extract<ClientMessage, { type: 'sub' }>;
type Unsubscription = Extract<ClientMessage, { type: 'unsub' }>;

export class Subscriptions {
  private readonly source: MarketSource;
  private readonly limits: GatewayLimits;
  private readonly dayMarket: QuoteChannel;
  private readonly forex: QuoteChannel;
  private readonly candles: CandleChannel;
  private readonly deals = new DealChannel();
  private readonly timer: NodeJS.Timeout;
  private readonly endListening: () => void;

  constructor(source: MarketSource, limits: GatewayLimits, clock: Clock) {
    const intervalMs = limits.quote_interval_ms_default;
    this.source = source;
    this.limits = limits;
    this.dayMarket = new QuoteChannel(() => dayMarketMessages(source), intervalMs);
    this.forex = new QuoteChannel(() => forexMessages(source), intervalMs);
    this.candles = new CandleChannel(clock);
    this.timer = setInterval(() => {
      this.deals.flush();
      this.candles.flush();
    }, intervalMs);
    this.endListening = source.subscribe({
      onDeals: (market, deals, quotation) => {
        const { id } = market.spec;
        this.dayMarket.publish(id, dayMarketMessage(id, quotation));
        this.deals.publish(id, deals);
        this.candles.touch(market);
      },
      onForexQuote: (pair, quotation) => {
        const { symbol } = pair.spec;
        this.forex.publish(symbol, forexMessage(symbol, quotation));
        this.candles.touch(pair);
      },
    });
  }

  /** Begins, or begins anew with other options. @returns why not, or null. */
  add(connection: Connection, message: Subscription): SocketErrorName | null {
    const key = subscriptionKey(message);
    const held = connection.subscriptions;
    if (!held.has(key) && held.size >= this.limits.socket_subscriptions_max) {
      return 'too_many_subscriptions';
    }
    held.get(key)?.();
    held.delete(key);
    const end = this.begin(connection, message);
    if (end === null) return 'unknown_market';
    held.set(key, end);
    return null;
  }

  /** Ends one; without it, does nothing. */
  remove(connection: Connection, message: Unsubscription): void {
    const key = subscriptionKey(message);
    connection.subscriptions.get(key)?.();
    connection.subscriptions.delete(key);
  }

  close(): void {
    this.endListening();
    clearInterval(this.timer);
    this.dayMarket.close();
    this.forex.close();
  }

  private begin(connection: Connection, message: Subscription): (() => void) | null {
    switch (message.params) {
      case 'DAY_MARKET':
        return this.dayMarket.subscribe(connection, this.cadence(message));
      case 'FOREX':
        return this.forex.subscribe(connection, this.cadence(message));
      case 'DEAL': {
        const { currency_match_id: id } = message;
        return this.source.spotMarkets.has(id) ? this.deals.subscribe(connection, id) : null;
      }
      case 'KLINE': {
        const { currency_match_id: id, period } = message;
        const market = this.source.spotMarkets.get(id);
        if (market === undefined) return null;
        return this.candles.subscribe(connection, market, period, (candle) => ({
          type: 'KLINE',
          currency_match_id: id,
          period,
          candle,
        }));
      }
      case 'FOREX_KLINE': {
        const { symbol, period } = message;
        const pair = this.source.forexPairs.get(symbol);
        if (pair === undefined) return null;
        return this.candles.subscribe(connection, pair, period, (candle) => ({
          type: 'FOREX_KLINE',
          symbol,
          period,
          candle,
        }));
      }
      default:
        return assertNever(message);
    }
  }

  private cadence(options: {
    batch?: boolean | undefined;
    interval_ms?: number | undefined;
  }): Cadence {
    if (options.batch !== true) return { batch: false };
    return {
      batch: true,
      intervalMs: options.interval_ms ?? this.limits.quote_interval_ms_default,
    };
  }
}

/** The fields that identify a subscription; options are no part of it. */
function subscriptionKey(message: Subscription | Unsubscription): string {
  switch (message.params) {
    case 'DAY_MARKET':
    case 'FOREX':
      return message.params;
    case 'DEAL':
      return `DEAL ${message.currency_match_id}`;
    case 'KLINE':
      return `KLINE ${message.currency_match_id} ${message.period}`;
    case 'FOREX_KLINE':
      return `FOREX_KLINE ${message.symbol} ${message.period}`;
    default:
      return assertNever(message);
  }
}

function dayMarketMessage(id: number, { close, change }: Quotation): DayMarketMessage {
  return { type: 'DAY_MARKET', currency_match_id: id, quotation: { close, change } };
}

function forexMessage(symbol: string, { close, change }: Quotation): ForexMessage {
  return { type: 'FOREX', symbol, quotation: { close, change } };
}

function dayMarketMessages(source: MarketSource): Map<number, DayMarketMessage> {
  const messages = new Map<number, DayMarketMessage>();
  for (const [id, market] of source.spotMarkets) {
    messages.set(id, dayMarketMessage(id, market.quotation()));
  }
  return messages;
}

function forexMessages(source: MarketSource): Map<string, ForexMessage> {
  const messages = new Map<string, ForexMessage>();
  for (const [symbol, pair] of source.forexPairs) {
    messages.set(symbol, forexMessage(symbol, pair.quotation()));
  }
  return messages;
}
