/** What the private and the order-book channels read. Implemented beside the services, joined in `services.ts`. */
import type { FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import type { Result } from '../../../contract/result.ts';
import type { Balance } from '../../../contract/wallet/accounts.ts';
import type { Depth, DepthLevel } from '../../../contract/market/market.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { UserEvent } from '../../../contract/user-records.ts';

/** Levels of one market that a commit changed, as they are now; quantity `0` where none is left. */
export interface DepthChange {
  readonly marketId: number;
  /** Of the book with this change in it; each change of a market has a higher one. */
  readonly seq: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

/** The committed order books. */
export interface DepthSource {
  /** All levels, the best first; undefined for a market that does not exist. */
  depth(marketId: number): Depth | undefined;
  /** Called synchronously with each change, when {@link depth} has it already. @returns what ends it. */
  subscribe(listener: (change: DepthChange) => void): () => void;
}

/** One side of the fiat market: what somebody who buys or sells this coin for this money can take. */
export interface FiatMarketPart {
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
}

export interface FiatAdSource {
  /** Of what a list would show now; undefined for what is not traded. Asked several times a second. */
  version(part: FiatMarketPart): number | undefined;
}

/** What belongs to one person, as committed. */
export interface UserState {
  /** Open orders, newest first. */
  readonly orders: readonly Order[];
  readonly balances: readonly Balance[];
}

export interface UserSource {
  read(userId: number): UserState;
  /**
   * Called synchronously after each commit, when {@link read} has it already, with the events of each
   * user that `isFollowed` wants, in the order in which they happened. @returns what ends it.
   */
  subscribe(
    isFollowed: (userId: number) => boolean,
    listener: (userId: number, events: readonly UserEvent[]) => void,
  ): () => void;
}

/** The session that an access token stands for. */
export interface SocketSession {
  readonly userId: number;
  readonly sessionId: string;
  /** From then on the token is refused; the session itself may go on with a newer one. */
  readonly accessExpiresAtMs: EpochMs;
}

export interface SessionSource {
  authenticate(
    accessToken: string,
    now: EpochMs,
  ): Promise<Result<SocketSession, 'unauthorized' | 'session_ended' | 'user_disabled'>>;
  /** Those of `sessionIds` that have not ended and whose users are not disabled. */
  findLive(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called after each sign-out through this process. @returns what ends the listening. */
  onSessionEnd(listener: (sessionId: string) => void): () => void;
}
