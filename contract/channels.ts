/**
 * Every message of `/ws`, both directions. Client messages come from outside and have schemas.
 * Server messages are types only, because the client reads them thousands of times a second.
 */
import { z } from 'zod';
import type { SocketErrorName } from './errors/catalog.ts';
import { FIAT_SIDES, type FiatSide } from './fiat/fiat-kinds.ts';
import type { LeverMarkQuote, LeverOrderInfo } from './lever/lever.ts';
import { LIMITS, MARKET_ID_MAX } from './limits.ts';
import type { MicroOrderInfo } from './micro/micro.ts';
import {
  klinePeriodField,
  type Candle,
  type Deal,
  type DepthLevel,
  type KlinePeriod,
  type Quotation,
} from './market/market.ts';
import { instrumentField, type IndexTickInfo } from './micro/index/price-index.ts';
import type { Balance } from './wallet/accounts.ts';
import type { Order } from './spot/spot.ts';
import type { UserEvent } from './user-records.ts';

const matchId = z.int().min(1).max(MARKET_ID_MAX);
const forexSymbol = z.string().regex(/^[A-Z]{6}$/);
/** Arrays of the latest values, one per flush, instead of one message per quote. */
const batching = {
  batch: z.boolean().optional(),
  interval_ms: z
    .int()
    .min(LIMITS.quote_interval_ms_min)
    .max(LIMITS.quote_interval_ms_max)
    .optional(),
};

/** Channel name → the fields that, with the name, identify one subscription, and its options. */
export const CHANNELS = {
  /** Last price and day change of every market. */
  DAY_MARKET: z.strictObject({ ...batching }),
  /** Last price and day change of every forex symbol. */
  FOREX: z.strictObject({ ...batching }),
  /** The forming candle of one market and period. */
  KLINE: z.strictObject({ currency_match_id: matchId, period: klinePeriodField }),
  /** The forming candle of one forex symbol and period. */
  FOREX_KLINE: z.strictObject({ symbol: forexSymbol, period: klinePeriodField }),
  /** New trades (`deal`) of one market; the reply to the subscription holds no past ones. */
  DEAL: z.strictObject({ currency_match_id: matchId }),
  /** The order book of one market: a snapshot, then gap-free deltas. */
  DEPTH: z.strictObject({ currency_match_id: matchId }),
  /**
   * Versions of a list of the fiat market: the ads that a buyer or seller of this coin for this
   * money can take. A call returns the list itself, with its version.
   */
  FIAT_ADS: z.strictObject({
    side: z.enum(FIAT_SIDES),
    currency_id: matchId,
    fiat_code: z.string().regex(/^[A-Z]{3}$/),
  }),
  /** The marks of all contract markets: arrays of the latest ones, at most ten times a second. */
  MARK: z.strictObject({}),
  /** Every point of the index of one instrument as soon as it is stored; those of the last minute first. */
  INDEX: z.strictObject({ instrument: instrumentField }),
  /**
   * The signed-in user's own orders, balances and records, gap-free; only after `auth`. `after` is
   * the last event received, so that a reconnect gets the missed ones. Without it, or when they are
   * no longer kept, the channel starts with a snapshot.
   */
  USER: z.strictObject({
    after: z.strictObject({ stream: z.string().max(64), seq: z.int().min(0) }).optional(),
  }),
} as const;

export type ChannelName = keyof typeof CHANNELS;

const message = <T extends string, C extends ChannelName>(type: T, channel: C) => {
  // A named constant, so that each message keeps the fields of its own channel.
  const fields: (typeof CHANNELS)[C]['shape'] = CHANNELS[channel].shape;
  return z.strictObject({ type: z.literal(type), params: z.literal(channel), ...fields });
};

/** A client's message, e.g. `{"type":"sub","params":"DAY_MARKET","batch":true}`. */
export const clientMessage = z.union([
  /** Requests {@link HelloMessage}; without the request, a client that only reads quotes gets nothing else. */
  z.strictObject({ type: z.literal('hello') }),
  /** Requests a `pong`; optional, as the server sends protocol pings (RFC 6455). */
  z.strictObject({ type: z.literal('ping') }),
  /** The access token, which never goes into the address. May be sent again with a newer one. */
  z.strictObject({ type: z.literal('auth'), token: z.string().min(16).max(512) }),
  message('sub', 'DAY_MARKET'),
  message('sub', 'FOREX'),
  message('sub', 'KLINE'),
  message('sub', 'FOREX_KLINE'),
  message('sub', 'DEAL'),
  message('sub', 'DEPTH'),
  message('sub', 'FIAT_ADS'),
  message('sub', 'MARK'),
  message('sub', 'INDEX'),
  message('sub', 'USER'),
  message('unsub', 'DAY_MARKET'),
  message('unsub', 'FOREX'),
  message('unsub', 'KLINE'),
  message('unsub', 'FOREX_KLINE'),
  message('unsub', 'DEAL'),
  message('unsub', 'DEPTH'),
  message('unsub', 'FIAT_ADS'),
  message('unsub', 'MARK'),
  message('unsub', 'INDEX'),
  message('unsub', 'USER'),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

export interface HelloMessage {
  readonly type: 'hello';
  /** Server time, epoch ms. */
  readonly time: number;
  /** Interval at which a client that watches the connection itself may send `ping`. */
  readonly heartbeat_ms: number;
  /**
   * The server closes a connection that sends nothing for this long and answers no protocol ping.
   */
  readonly idle_close_ms: number;
}
export interface PongMessage {
  readonly type: 'pong';
  readonly time: number;
}
export interface DayMarketMessage {
  readonly type: 'DAY_MARKET';
  readonly currency_match_id: number;
  readonly quotation: Quotation;
}
export interface ForexMessage {
  readonly type: 'FOREX';
  readonly symbol: string;
  readonly quotation: Quotation;
}
export interface KlineMessage {
  readonly type: 'KLINE';
  readonly currency_match_id: number;
  readonly period: KlinePeriod;
  readonly candle: Candle;
}
export interface ForexKlineMessage {
  readonly type: 'FOREX_KLINE';
  readonly symbol: string;
  readonly period: KlinePeriod;
  readonly candle: Candle;
}
export interface DealMessage {
  readonly type: 'DEAL';
  readonly currency_match_id: number;
  /** Oldest first. */
  readonly deals: readonly Deal[];
}
/**
 * Answer to `auth`: USER may be subscribed now. A rejected token gets the error `unauthorized` or
 * `session_ended`; after `too_many_messages` the same token may be sent again later.
 */
export interface AuthMessage {
  readonly type: 'auth';
}
/** All levels, the best first. Sent first, and again each time the reader must restart. */
export interface DepthSnapshotMessage {
  readonly type: 'DEPTH';
  readonly kind: 'snapshot';
  readonly currency_match_id: number;
  readonly seq: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}
/** Levels changed since `previous_seq`: the new quantity at each price, `0` if none is left. */
export interface DepthDeltaMessage {
  readonly type: 'DEPTH';
  readonly kind: 'delta';
  readonly currency_match_id: number;
  readonly previous_seq: number;
  readonly seq: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}
export type DepthMessage = DepthSnapshotMessage | DepthDeltaMessage;

/**
 * The present version comes first, then newer ones, at most one a second; versions in between are
 * skipped.
 */
export interface FiatAdsMessage {
  readonly type: 'FIAT_ADS';
  readonly side: FiatSide;
  readonly currency_id: number;
  readonly fiat_code: string;
  /** Clients must reload a page of the list with a lower version. */
  readonly version: number;
}

export interface MarkMessage {
  readonly type: 'MARK';
  readonly lever_market_id: number;
  readonly mark: LeverMarkQuote;
}

/** Points of one instrument, the oldest first. */
export interface IndexMessage {
  readonly type: 'INDEX';
  readonly instrument: string;
  /** Time of the point before them, which the reader got; null when the reader begins with them. */
  readonly previous: number | null;
  readonly points: readonly IndexTickInfo[];
}

/**
 * Open orders, and spot, contract and fast-contract balances, as of `seq`; clients reload records of other kinds by their calls.
 */
export interface UserSnapshotMessage {
  readonly type: 'USER';
  readonly kind: 'snapshot';
  /** Identifies the numbering; it changes with a restart of the server. */
  readonly stream: string;
  readonly seq: number;
  readonly orders: readonly Order[];
  /** Pending contract orders and open positions; left out without contract trading. */
  readonly lever_orders?: readonly LeverOrderInfo[];
  /** Open fast contracts; left out without fast contracts. */
  readonly micro_orders?: readonly MicroOrderInfo[];
  readonly balances: readonly Balance[];
}
/** Event number `seq`; no event is skipped or repeated. */
export interface UserEventMessage {
  readonly type: 'USER';
  readonly kind: 'event';
  readonly stream: string;
  readonly seq: number;
  readonly event: UserEvent;
}
export type UserMessage = UserSnapshotMessage | UserEventMessage;

export interface SocketErrorMessage {
  readonly type: 'error';
  readonly error: SocketErrorName;
}

export type ChannelMessage =
  | DayMarketMessage
  | ForexMessage
  | KlineMessage
  | ForexKlineMessage
  | DealMessage
  | DepthMessage
  | FiatAdsMessage
  | MarkMessage
  | IndexMessage
  | UserMessage;
export type ServerMessage =
  | HelloMessage
  | PongMessage
  | AuthMessage
  | SocketErrorMessage
  | ChannelMessage;

/** Close codes the server uses in addition to the standard ones. */
export const SOCKET_CLOSE = {
  goingAway: 1001,
  unsupportedData: 1003,
  policyViolation: 1008,
  messageTooBig: 1009,
  internalError: 1011,
  /** The reader fell too far behind. */
  tooSlow: 4008,
  /** Nothing was received for `socket_idle_close_ms`, not even an answer to a protocol ping. */
  idle: 4009,
} as const;
