/**
 * The feed: one socket in, one observable per pair out. A value goes socket → cell → one flush a
 * frame → its listeners; no operator chain runs per value and no throttle per subscriber. Who opens
 * the socket, and when, is decided elsewhere (`machines/app/core/socket-connection.machine.ts`).
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

/** A value is stale unless the connection is open and its generation is this one. */
export interface Freshness {
  /** Number of the last connection; 0 before the first. */
  readonly generation: number;
  readonly isOpen: boolean;
}

export interface FeedOptions {
  /** One scheduled action runs at the next frame. */
  readonly frames?: SchedulerLike;
  /** Runs the linger of streams. */
  readonly timers?: SchedulerLike;
  /** How long a stream, and with it its subscription, outlives its last subscriber. */
  readonly lingerMs?: number;
  /** How often the server may send a batch of quotes, `LIMITS.quote_interval_ms_*`. */
  readonly quoteIntervalMs?: number;
  /** The server does not take this access token (any more); a newer one is given to `feed.user`. */
  readonly onTokenRefused?: (token: string) => void;
}

export interface FeedStats {
  /** Messages taken in, of any kind. */
  received: number;
  /** Messages that did not fit the contract. */
  malformed: number;
}

export interface Feed {
  /** Last price and day change of one market. */
  quote$(matchId: number): Observable<Stamped<Quotation>>;
  /** Last price and day change of one forex symbol. */
  forexQuote$(symbol: string): Observable<Stamped<Quotation>>;
  /** The forming candle; in a frame the last one of each period wins, and they come in order. */
  candle$(instrument: Instrument, period: KlinePeriod): Observable<Stamped<Candle>>;
  /** Candles were dropped, so long did no frame come: what was read by call is to be read again. */
  readonly candlesLost$: Observable<void>;
  /** New deals since somebody listens, newest first, at most `LIMITS.deals_listed`. */
  deals$(matchId: number): Observable<readonly Deal[]>;
  /** The best levels of the order book. */
  depth$(matchId: number): Observable<DepthView>;
  /** All of the book at this moment; null while nobody listens to its best levels or none came. */
  wholeDepth(matchId: number): WholeDepth | null;
  /** The version of what a list of this part would show now: one with a lower one is to be read again. */
  fiatAds$(part: FiatMarketPart): Observable<Stamped<number>>;
  /** What belongs to the person who is signed in. */
  readonly user: Pick<UserFeed, 'view$' | 'view' | 'events$' | 'news$' | 'restarted$' | 'setToken'>;
  /** Keeps the subscription of all markets while subscribed to; emits nothing. */
  readonly allMarkets$: Observable<never>;
  readonly freshness$: Observable<Freshness>;
  freshness(): Freshness;
  /** Whether anybody listens to anything: the socket is wanted. */
  readonly isWanted$: Observable<boolean>;
  /** A socket is open and `send` writes to it: the live subscriptions are sent. */
  opened(send: SendText): void;
  closed(): void;
  /** One frame as it came from the socket. */
  receive(data: unknown): void;
  /** What the clock of the server says, epoch ms, whenever it says so: with each connection and heartbeat. */
  readonly serverTime$: Observable<number>;
  /** The boards of quotes, to keep last prices between visits. */
  readonly quotes: LatestBoard<number, Quotation>;
  readonly forexQuotes: LatestBoard<string, Quotation>;
  readonly stats: Readonly<FeedStats>;
}

/** Of the screen that is left and the one that follows, the second begins to listen within this: nothing is asked again. */
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
  /** Likewise. */
  readonly fiatAds: LatestBoard<string, number>;
  readonly deals: DealBoard;
  readonly depth: DepthBoard;
  readonly user: UserFeed;
}

const depthOf = (matchId: number): Subscription => ({
  params: 'DEPTH',
  currency_match_id: matchId,
});

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

/** A feed without a socket: {@link Feed.opened}, {@link Feed.receive}, {@link Feed.closed} connect one. */
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
