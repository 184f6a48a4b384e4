/** Connects subscriptions with the channels, and the channels with the market source. */
import { assertNever } from '../../../contract/assert.ts';
import type {
  ClientMessage,
  DayMarketMessage,
  ForexMessage,
  MarkMessage,
} from '../../../contract/channels.ts';
import type { SocketErrorName } from '../../../contract/errors/catalog.ts';
import type { LeverMarkQuote } from '../../../contract/lever/lever.ts';
import type { Quotation } from '../../../contract/market/market.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import { periodStart, type MarketSource } from '../../areas/market/market.area.ts';
import { CandleChannel } from './candle-channel.ts';
import type { Connection } from './connection.ts';
import { DealChannel } from './deal-channel.ts';
import { DepthChannel } from './depth-channel.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import { IndexChannel } from './index-channel.ts';
import { QuoteChannel, type Cadence } from './quote-channel.ts';
import { FiatAdChannel } from './fiat-ad-channel.ts';
import type { DepthSource, FiatAdSource, IndexSource, MarkSource, UserSource } from './sources.ts';
import { UserChannel } from './user-channel.ts';

export type Subscription = Extract<ClientMessage, { type: 'sub' }>;
export type Unsubscription = Extract<ClientMessage, { type: 'unsub' }>;

/** The data sources of the channels. */
interface ChannelSources {
  readonly market: MarketSource;
  readonly depth: DepthSource;
  readonly fiatAds: FiatAdSource;
  readonly marks: MarkSource;
  readonly index: IndexSource;
  readonly users: UserSource;
}

/** Marks are sent at most ten times a second. */
const MARK_INTERVAL_MS = 100;
/** Key of the one subscription that belongs to a user. */
const USER_KEY = 'USER';

export class Subscriptions {
  readonly #source: MarketSource;
  readonly #limits: GatewayLimits;
  readonly #dayMarket: QuoteChannel;
  readonly #forex: QuoteChannel;
  readonly #marks: QuoteChannel;
  readonly #candles: CandleChannel;
  readonly #deals = new DealChannel();
  readonly #depth: DepthChannel;
  readonly #fiatAds: FiatAdChannel;
  readonly #index: IndexChannel;
  readonly #users: UserChannel;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout;
  /** Start of the minute in which day changes were last published. */
  #minute: EpochMs;
  readonly #endListening: () => void;
  readonly #endMarks: () => void;

  constructor(sources: ChannelSources, limits: GatewayLimits, clock: Clock) {
    const { market: source } = sources;
    const intervalMs = limits.quote_interval_ms_default;
    this.#source = source;
    this.#limits = limits;
    this.#clock = clock;
    this.#minute = periodStart('1min', clock.now());
    this.#dayMarket = new QuoteChannel(() => dayMarketMessages(source), intervalMs);
    this.#forex = new QuoteChannel(() => forexMessages(source), intervalMs);
    this.#marks = new QuoteChannel(() => markMessages(sources.marks), MARK_INTERVAL_MS);
    this.#candles = new CandleChannel(clock);
    this.#depth = new DepthChannel(sources.depth, limits.depth_interval_ms);
    this.#fiatAds = new FiatAdChannel(sources.fiatAds);
    this.#index = new IndexChannel(sources.index);
    this.#users = new UserChannel(sources.users, clock);
    this.#timer = setInterval(() => {
      this.#deals.flush();
      this.#candles.flush();
      this.#index.flush();
      this.#followDay();
    }, intervalMs);
    this.#endMarks = sources.marks.subscribe((id, mark) =>
      this.#marks.publish(id, markMessage(id, mark)),
    );
    this.#endListening = source.subscribe({
      onDeals: (market, deals, quotation) => {
        const { id } = market.spec;
        this.#dayMarket.publish(id, dayMarketMessage(id, quotation));
        this.#deals.publish(id, deals);
        this.#candles.touch(market);
      },
      onForexQuote: (pair, quotation) => {
        const { symbol } = pair.spec;
        this.#forex.publish(symbol, forexMessage(symbol, quotation));
        this.#candles.touch(pair);
      },
    });
  }

  /**
   * Starts a subscription, or restarts it with other options. @returns the reason of a rejection,
   * or null.
   */
  add(connection: Connection, message: Subscription): SocketErrorName | null {
    const key = subscriptionKey(message);
    const held = connection.subscriptions;
    if (!held.has(key) && held.size >= this.#limits.socket_subscriptions_max) {
      return 'too_many_subscriptions';
    }
    connection.endSubscription(key);
    const end = this.#begin(connection, message);
    if (typeof end === 'string') return end;
    held.set(key, end);
    return null;
  }

  /** Ends one subscription; does nothing if there is none. */
  remove(connection: Connection, message: Unsubscription): void {
    connection.endSubscription(subscriptionKey(message));
  }

  /** Ends the subscription of the user who was signed in. */
  removePrivate(connection: Connection): void {
    connection.endSubscription(USER_KEY);
  }

  /** Drops the state of callers that do not return. Must be called regularly. */
  sweep(): void {
    this.#users.sweep();
  }

  close(): void {
    this.#endListening();
    this.#endMarks();
    this.#depth.close();
    this.#fiatAds.close();
    this.#index.close();
    this.#users.close();
    clearInterval(this.#timer);
    this.#dayMarket.close();
    this.#forex.close();
    this.#marks.close();
  }

  /**
   * Republishes day changes every minute, because the 24 hours they compare with move on without a
   * trade, too.
   */
  #followDay(): void {
    const minute = periodStart('1min', this.#clock.now());
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#dayMarket.publishMoved();
  }

  /** @returns a function that ends the subscription, or the reason of the rejection. */
  #begin(connection: Connection, message: Subscription): (() => void) | SocketErrorName {
    switch (message.params) {
      case 'DAY_MARKET':
        return this.#dayMarket.subscribe(connection, this.#cadence(message));
      case 'FOREX':
        return this.#forex.subscribe(connection, this.#cadence(message));
      case 'MARK':
        return this.#marks.subscribe(connection, { batch: true, intervalMs: MARK_INTERVAL_MS });
      case 'INDEX':
        return this.#index.subscribe(connection, message.instrument) ?? 'unknown_market';
      case 'DEAL': {
        const { currency_match_id: id } = message;
        return this.#source.spotMarkets.has(id)
          ? this.#deals.subscribe(connection, id)
          : 'unknown_market';
      }
      case 'DEPTH':
        return this.#depth.subscribe(connection, message.currency_match_id) ?? 'unknown_market';
      case 'FIAT_ADS': {
        const { side, currency_id: currencyId, fiat_code: fiatCode } = message;
        const part = { side, currencyId, fiatCode };
        return (
          this.#fiatAds.subscribe(connection, subscriptionKey(message), part) ?? 'unknown_market'
        );
      }
      case 'USER': {
        const { session } = connection.signIn;
        if (session === null) return 'unauthorized';
        return this.#users.subscribe(connection, session.userId, message.after);
      }
      case 'KLINE': {
        const { currency_match_id: id, period } = message;
        const market = this.#source.spotMarkets.get(id);
        if (market === undefined) return 'unknown_market';
        return this.#candles.subscribe(connection, market, period, (candle) => ({
          type: 'KLINE',
          currency_match_id: id,
          period,
          candle,
        }));
      }
      case 'FOREX_KLINE': {
        const { symbol, period } = message;
        const pair = this.#source.forexPairs.get(symbol);
        if (pair === undefined) return 'unknown_market';
        return this.#candles.subscribe(connection, pair, period, (candle) => ({
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

  #cadence(options: { batch?: boolean | undefined; interval_ms?: number | undefined }): Cadence {
    if (options.batch !== true) return { batch: false };
    return {
      batch: true,
      intervalMs: options.interval_ms ?? this.#limits.quote_interval_ms_default,
    };
  }
}

/** Returns the fields that identify a subscription; options are not part of it. */
function subscriptionKey(message: Subscription | Unsubscription): string {
  switch (message.params) {
    case 'DAY_MARKET':
    case 'FOREX':
    case 'MARK':
      return message.params;
    case 'USER':
      return USER_KEY;
    case 'INDEX':
      return `INDEX ${message.instrument}`;
    case 'DEAL':
    case 'DEPTH':
      return `${message.params} ${message.currency_match_id}`;
    case 'FIAT_ADS':
      return `FIAT_ADS ${message.side} ${message.currency_id} ${message.fiat_code}`;
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

function markMessage(id: number, mark: LeverMarkQuote): MarkMessage {
  return { type: 'MARK', lever_market_id: id, mark };
}

function markMessages(source: MarkSource): Map<number, MarkMessage> {
  return new Map(Array.from(source.marks(), ([id, mark]) => [id, markMessage(id, mark)]));
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
