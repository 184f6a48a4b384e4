/**
 * The sources of the private and the order-book channels. The services implement them, and `services.ts` composes them.
 */
import type { FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import type { Result } from '../../../contract/result.ts';
import type { Balance } from '../../../contract/wallet/accounts.ts';
import type { Depth, DepthLevel } from '../../../contract/market/market.ts';
import type { LeverMarkQuote, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { UserEvent } from '../../../contract/user-records.ts';

/** Levels of one market that a commit changed, with their new quantity; `0` if none is left. */
export interface DepthChange {
  readonly marketId: number;
  /**
   * Number of the order book that includes this change; each change of a market has a higher one.
   */
  readonly seq: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/** The committed order books. */
export interface DepthSource {
  /** Returns all levels, the best first; undefined for a market that does not exist. */
  depth(marketId: number): Depth | undefined;
  /**
   * Calls the listener synchronously with each change, after {@link depth} has it. @returns a
   * function that ends the subscription.
   */
  subscribe(listener: (change: DepthChange) => void): () => void;
}

/**
 * One side of the fiat market: the ads that a buyer or seller of this coin for this money can take.
 */
export interface FiatMarketPart {
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
}

export interface FiatAdSource {
  /**
   * Returns the version of the present list; undefined for a part that is not traded. Called
   * several times a second.
   */
  version(part: FiatMarketPart): number | undefined;
}

/** The marks of contract markets. */
export interface MarkSource {
  /** Returns the present mark of each market by its id. */
  marks(): ReadonlyMap<number, LeverMarkQuote>;
  /** Calls the listener after each change. @returns a function that ends the subscription. */
  subscribe(listener: (marketId: number, mark: LeverMarkQuote) => void): () => void;
}

/** The stored points of the index. */
export interface IndexSource {
  /** The points of the last minute, the oldest first; undefined for an unknown instrument. */
  recent(instrument: string): readonly IndexTickInfo[] | undefined;
  /** Calls the listener with each point, after {@link recent} has it. @returns a function that ends the subscription. */
  subscribe(listener: (instrument: string, point: IndexTickInfo) => void): () => void;
}

/** The committed records of one user. */
interface UserState {
  /** Open orders, newest first. */
  readonly orders: readonly Order[];
  /** Open contract orders, oldest first; undefined without contract trading. */
  readonly leverOrders?: readonly LeverOrderInfo[];
  /** Open fast contracts, oldest first; undefined without fast contracts. */
  readonly microOrders?: readonly MicroOrderInfo[];
  readonly balances: readonly Balance[];
}

export interface UserSource {
  /** Loads the state of a user. @throws the error of the read of the store. */
  prepare(userId: number): Promise<void>;
  /** Whether the state of the user can be read now. */
  isPrepared(userId: number): boolean;
  /** Returns the state of a user who {@link isPrepared}. */
  read(userId: number): UserState;
  /**
   * Calls the listener synchronously after each commit, when {@link read} has it already, with the
   * events of each user for whom `isFollowed` returns true, in the order in which they happened.
   * @returns a function that ends the subscription.
   */
  subscribe(
    isFollowed: (userId: number) => boolean,
    listener: (userId: number, events: readonly UserEvent[]) => void,
  ): () => void;
}

/** The session of an access token. */
export interface SocketSession {
  readonly userId: number;
  readonly sessionId: string;
  /** The token is rejected from then on; the session may go on with a newer token. */
  readonly accessExpiresAtMs: EpochMs;
}

export interface SessionSource {
  authenticate(
    accessToken: string,
    now: EpochMs,
  ): Promise<Result<SocketSession, 'unauthorized' | 'session_ended' | 'user_disabled'>>;
  /** Returns the `sessionIds` whose session has not ended and whose user is not disabled. */
  findLive(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Calls the listener after each sign-out through this process. @returns a function that ends the
   * subscription.
   */
  onSessionEnd(listener: (sessionId: string) => void): () => void;
}
