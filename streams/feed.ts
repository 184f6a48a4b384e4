/**
 * The feed: one socket in, one observable per pair out. A value goes socket → cell → one flush a
 * frame → its subscribers; no operator chain runs per value and no throttle per subscriber.
 * `machines/app/core/socket-connection.machine.ts` decides when the socket is open.
 */
import {
  animationFrameScheduler,
  asyncScheduler,
  BehaviorSubject,
  Observable,
  share,
  Subject,
  timer,
  type SchedulerLike,
} from 'rxjs';
import type { LeverMarkQuote } from '../contract/lever/lever.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Candle, Deal, KlinePeriod, Quotation } from '../contract/market/market.ts';
import { createDealBoard, type DealBoard } from './deal-board.ts';
import { decodeFrame, type DecodedMessage } from './decode-frame.ts';
import {
  createDepthBoard,
  type DepthBoard,
  type DepthView,
  type WholeDepth,
} from './depth-board.ts';
import { createIndexBoard, type IndexBoard, type IndexView } from './index-board.ts';
import { createFrameBatch } from './frame-batch.ts';
import { createLatestBoard, type LatestBoard, type Stamped } from './latest-board.ts';
import {
  createSubscriptionBook,
  type SendText,
  type Subscription,
  type SubscriptionBook,
} from './subscription-book.ts';
import { createUserFeed, type UserFeed } from './user-feed.ts';

/** A spot market or a forex symbol. */
export type Instrument =
  | { readonly kind: 'spot'; readonly id: number }
  | { readonly kind: 'forex'; readonly symbol: string };

/** One side of the fiat market; `side` is the side of the user who takes the ads. */
export interface FiatMarketPart {
  readonly side: string;
  readonly currency_id: number;
  readonly fiat_code: string;
}

/** A value is stale unless the connection is open and has this generation. */
interface Freshness {
  /** Number of the last connection; 0 before the first. */
  readonly generation: number;
  readonly isOpen: boolean;
}

export interface FeedOptions {
  /** Runs one scheduled action at the next frame. */
  readonly frames?: SchedulerLike;
  /** Runs the linger of streams. */
  readonly timers?: SchedulerLike;
  /** Time for which a stream, and its subscription, outlives its last subscriber. */
  readonly lingerMs?: number;
  /** Interval of the server's batches of quotes, `LIMITS.quote_interval_ms_*`. */
  readonly quoteIntervalMs?: number;
  /** The server rejects this access token; the app must pass a newer one to `feed.user`. */
  readonly onTokenRefused?: (token: string) => void;
}

interface FeedStats {
  /** Received messages of any kind. */
  received: number;
  /** Messages that did not match the contract. */
  malformed: number;
}

export interface Feed {
  /** Last price and day change of one market. */
  quote$(matchId: number): Observable<Stamped<Quotation>>;
  /** Last price and day change of one forex symbol. */
  forexQuote$(symbol: string): Observable<Stamped<Quotation>>;
  /** The forming candle; in a frame the last one of each period wins, and periods come in order. */
  candle$(instrument: Instrument, period: KlinePeriod): Observable<Stamped<Candle>>;
  /**
   * Emits when candles were dropped because no animation frame ran for too long. Reload the candle
   * history.
   */
  readonly candlesLost$: Observable<void>;
  /** New trades since the first subscription, newest first, at most `LIMITS.deals_listed`. */
  deals$(matchId: number): Observable<readonly Deal[]>;
  /** The best levels of the order book. */
  depth$(matchId: number): Observable<DepthView>;
  /**
   * Returns the whole order book at this moment; null while its best levels have no subscriber or
   * no snapshot came.
   */
  wholeDepth(matchId: number): WholeDepth | null;
  /** The present version of this part's list; reload a list with a lower version. */
  fiatAds$(part: FiatMarketPart): Observable<Stamped<number>>;
  /** Mark and state of one contract market, at most once a frame. */
  mark$(leverMarketId: number): Observable<Stamped<LeverMarkQuote>>;
  /** Every point of the index of one instrument in the last ten minutes, with new points once a frame. */
  index$(instrument: string): Observable<IndexView>;
  /** The records of the signed-in user. */
  readonly user: Pick<
    UserFeed,
    'view$' | 'view' | 'events$' | 'updates$' | 'restarted$' | 'setToken'
  >;
  /** Keeps the subscription of all markets while subscribed to; emits nothing. */
  readonly allMarkets$: Observable<never>;
  readonly freshness$: Observable<Freshness>;
  freshness(): Freshness;
  /** Whether there is any subscriber, so that the socket is needed. */
  readonly isWanted$: Observable<boolean>;
  /** Sends the live subscriptions with `send`, which writes to the new socket. */
  opened(send: SendText): void;
  closed(): void;
  /** Takes one frame of the socket. */
  receive(data: unknown): void;
  /** Emits the server's time, epoch ms, with each connection and heartbeat. */
  readonly serverTime$: Observable<number>;
  /** The boards of quotes, for storing last prices between visits. */
  readonly quotes: LatestBoard<number, Quotation>;
  readonly forexQuotes: LatestBoard<string, Quotation>;
  readonly stats: Readonly<FeedStats>;
}

/**
 * When one screen replaces another, the second subscribes within this time, so that the
 * subscription is kept.
 */
const LINGER_MS = 100;

/** Ended candles that wait for a frame: a day of the shortest period in a hidden page. */
const CANDLES_HELD_MAX = 1_440;

const spotCandles = (matchId: number, period: KlinePeriod): Subscription => ({
  params: 'KLINE',
  currency_match_id: matchId,
  period,
});
const forexCandles = (symbol: string, period: KlinePeriod): Subscription => ({
  params: 'FOREX_KLINE',
  symbol,
  period,
});

const fiatAdsOf = ({ side, currency_id, fiat_code }: FiatMarketPart): Subscription => ({
  params: 'FIAT_ADS',
  side,
  currency_id,
  fiat_code,
});

interface Boards {
  readonly quotes: LatestBoard<number, Quotation>;
  readonly forexQuotes: LatestBoard<string, Quotation>;
  /** Keyed by the text of their subscription. */
  readonly candles: LatestBoard<string, Candle>;
  readonly candlesLost$: Subject<void>;
  /** Keyed by the text of their subscription. */
  readonly fiatAds: LatestBoard<string, number>;
  readonly marks: LatestBoard<number, LeverMarkQuote>;
  readonly index: IndexBoard;
  readonly deals: DealBoard;
  readonly depth: DepthBoard;
  readonly user: UserFeed;
}

const depthOf = (matchId: number): Subscription => ({
  params: 'DEPTH',
  currency_match_id: matchId,
});

const indexOf = (instrument: string): Subscription => ({ params: 'INDEX', instrument });

const batching = (quoteIntervalMs: number | undefined) => ({
  batch: true,
  ...(quoteIntervalMs !== undefined && { interval_ms: quoteIntervalMs }),
});

function createBoards(options: FeedOptions, book: SubscriptionBook): Boards {
  const common = {
    batch: createFrameBatch(options.frames ?? animationFrameScheduler),
    timers: options.timers ?? asyncScheduler,
    lingerMs: options.lingerMs ?? LINGER_MS,
  };
  const bySubscription = {
    ...common,
    acquire: (key: string) => book.acquire(JSON.parse(key) as Subscription),
    keepsUnheard: false,
  };
  const candlesLost$ = new Subject<void>();
  const quoteOptions = batching(options.quoteIntervalMs);
  return {
    quotes: createLatestBoard({
      ...common,
      acquire: () => book.acquire({ params: 'DAY_MARKET', ...quoteOptions }),
      keepsUnheard: true,
    }),
    forexQuotes: createLatestBoard({
      ...common,
      acquire: () => book.acquire({ params: 'FOREX', ...quoteOptions }),
      keepsUnheard: true,
    }),
    candles: createLatestBoard<string, Candle>({
      ...bySubscription,
      slots: {
        of: ({ time }) => time,
        heldMax: CANDLES_HELD_MAX,
        onLost: () => candlesLost$.next(),
      },
    }),
    candlesLost$,
    fiatAds: createLatestBoard(bySubscription),
    marks: createLatestBoard({
      ...common,
      acquire: () => book.acquire({ params: 'MARK' }),
      keepsUnheard: true,
    }),
    index: createIndexBoard({
      ...common,
      acquire: (instrument) => book.acquire(indexOf(instrument)),
      resync: (instrument) => book.renew(indexOf(instrument)),
    }),
    deals: createDealBoard({
      ...common,
      dealsMax: LIMITS.deals_listed,
      acquire: (matchId) => book.acquire({ params: 'DEAL', currency_match_id: matchId }),
    }),
    depth: createDepthBoard({
      ...common,
      acquire: (matchId) => book.acquire(depthOf(matchId)),
      resync: (matchId) => book.renew(depthOf(matchId)),
    }),
    user: createUserFeed({
      ...common,
      hold: () => book.hold(),
      onTokenRefused: (token) => options.onTokenRefused?.(token),
    }),
  };
}

function accept(message: DecodedMessage, boards: Boards, generation: number): void {
  switch (message.type) {
    case 'DAY_MARKET':
      return boards.quotes.write(message.currency_match_id, message.quotation, generation);
    case 'FOREX':
      return boards.forexQuotes.write(message.symbol, message.quotation, generation);
    case 'KLINE': {
      const key = JSON.stringify(spotCandles(message.currency_match_id, message.period));
      return boards.candles.write(key, message.candle, generation);
    }
    case 'FOREX_KLINE': {
      const key = JSON.stringify(forexCandles(message.symbol, message.period));
      return boards.candles.write(key, message.candle, generation);
    }
    case 'FIAT_ADS':
      return boards.fiatAds.write(JSON.stringify(fiatAdsOf(message)), message.version, generation);
    case 'MARK':
      return boards.marks.write(message.lever_market_id, message.mark, generation);
    case 'INDEX':
      return boards.index.write(message, generation);
    case 'DEAL':
      return boards.deals.write(message.currency_match_id, message.deals);
    case 'DEPTH':
      return boards.depth.write(message, generation);
    case 'USER':
    case 'auth':
    case 'error':
      return boards.user.receive(message);
    default:
  }
}

/**
 * Creates a feed without a socket: {@link Feed.opened}, {@link Feed.receive} and
 * {@link Feed.closed} connect one.
 */
export function createFeed(options: FeedOptions = {}): Feed {
  const book = createSubscriptionBook();
  const boards = createBoards(options, book);
  const freshness$ = new BehaviorSubject<Freshness>({ generation: 0, isOpen: false });
  const serverTime$ = new Subject<number>();
  const stats: FeedStats = { received: 0, malformed: 0 };
  const linger = () => timer(options.lingerMs ?? LINGER_MS, options.timers ?? asyncScheduler);
  const allMarkets: Subscription = { params: 'DAY_MARKET', ...batching(options.quoteIntervalMs) };

  return {
    quote$: (matchId) => boards.quotes.value$(matchId),
    forexQuote$: (symbol) => boards.forexQuotes.value$(symbol),
    candle$: (instrument, period) =>
      boards.candles.value$(
        JSON.stringify(
          instrument.kind === 'spot'
            ? spotCandles(instrument.id, period)
            : forexCandles(instrument.symbol, period),
        ),
      ),
    candlesLost$: boards.candlesLost$,
    deals$: (matchId) => boards.deals.deals$(matchId),
    depth$: (matchId) => boards.depth.depth$(matchId),
    wholeDepth: (matchId) => boards.depth.whole(matchId),
    fiatAds$: (part) => boards.fiatAds.value$(JSON.stringify(fiatAdsOf(part))),
    mark$: (leverMarketId) => boards.marks.value$(leverMarketId),
    index$: (instrument) => boards.index.index$(instrument),
    user: boards.user,
    allMarkets$: new Observable<never>(() => book.acquire(allMarkets)).pipe(
      share({ resetOnRefCountZero: linger }),
    ),
    freshness$: freshness$.asObservable(),
    freshness: () => freshness$.value,
    isWanted$: book.isWanted$,
    serverTime$,
    opened(send) {
      freshness$.next({ generation: freshness$.value.generation + 1, isOpen: true });
      book.open(send);
      boards.user.opened(send);
    },
    closed() {
      book.close();
      boards.user.closed();
      const { generation, isOpen } = freshness$.value;
      if (isOpen) freshness$.next({ generation, isOpen: false });
    },
    receive(data) {
      const { messages, malformed } = decodeFrame(data);
      stats.received += messages.length;
      stats.malformed += malformed;
      const { generation } = freshness$.value;
      for (const message of messages) {
        if (message.type === 'hello' || message.type === 'pong') serverTime$.next(message.time);
        else accept(message, boards, generation);
      }
    },
    quotes: boards.quotes,
    forexQuotes: boards.forexQuotes,
    stats,
  };
}
