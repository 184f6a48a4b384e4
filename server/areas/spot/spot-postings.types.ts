/**
 * How the rest of the server moves money in and out of spot accounts, whose only writer is the spot
 * exchange: what is to be booked is written down first, in the caller's transaction (table
 * `spot_postings`), and the writer marks it in the very commit that books it. A crash between the two
 * loses nothing and books nothing twice: what is written down and not booked is booked at the next start.
 */
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { Movement } from '../../ledger/movement.ts';

/** Row of `spot_postings`. */
export type PostingId = number;

export interface SpotPostings {
  /** False when the spot writer is full: whoever asks before `intend` need not undo anything. */
  readonly isOpen: boolean;
  /**
   * Writes the movement down. Entries on spot accounts may be of either sign; entries on other
   * accounts are only ever additions (custody excepted), since nothing guards those balances in the
   * writer's memory: take from them in the caller's transaction and pass the money through `transit`.
   * @throws AssertionError for a movement that is not balanced or takes from another account.
   * The same recipe and cause again: a unique violation.
   */
  intend(tx: Transaction, movement: Movement, now: EpochMs): Promise<PostingId>;
  /**
   * Books it; call after the transaction of `intend` has committed. Fulfilled when that is durable.
   * insufficient_balance: it is refused for good, and marked so. service_unavailable: not booked yet;
   * it stays written down, and is booked later or at the next start. Repeated calls give the same answer.
   */
  post(id: PostingId): Promise<Result<null, 'insufficient_balance' | 'service_unavailable'>>;
  /**
   * As {@link post}, but what cannot be booked at once is refused for good: for what a person waits for.
   * @throws Error when the writer has ended: it stays written down, and what becomes of it is not known.
   */
  postOrRefuse(
    id: PostingId,
  ): Promise<Result<null, 'insufficient_balance' | 'service_unavailable'>>;
  /** Books what an earlier run has left open; part of the start, before the services that depend on it. */
  recover(): Promise<void>;
}
