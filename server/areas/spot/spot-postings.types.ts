/**
 * How the rest of the server moves money in and out of spot accounts, whose only writer is the spot
 * exchange. The caller's transaction stores the movement first (table `spot_postings`), and the writer
 * marks it in the same commit that books it. A crash in between loses nothing and books nothing twice:
 * the next start books open postings.
 */
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { Movement } from '../../ledger/movement.ts';

/** Row of `spot_postings`. */
export type PostingId = number;

export interface SpotPostings {
  /**
   * False when the spot writer is overloaded; callers check it before `intend`, so that they need not
   * undo anything.
   */
  readonly isOpen: boolean;
  /**
   * Stores the movement. Entries on spot accounts may be of either sign. Entries on other accounts must
   * be additions (custody excepted), because the writer's memory does not guard those balances: take
   * from them in the caller's transaction and pass the money through `transit`.
   * @throws AssertionError for a movement that is not balanced or takes from another account, and a
   * unique violation for a repeated recipe and cause.
   */
  intend(tx: Transaction, movement: Movement, now: EpochMs): Promise<PostingId>;
  /**
   * Books the posting; call after the transaction of `intend` has committed. Resolves when it is
   * durable. insufficient_balance: refused for good, and marked so. service_unavailable: not booked
   * yet; it stays stored, and is booked later or at the next start. Repeated calls return the same
   * answer.
   */
  post(id: PostingId): Promise<Result<null, 'insufficient_balance' | 'service_unavailable'>>;
  /**
   * Like {@link post}, but refuses for good what cannot be booked immediately: for requests with a
   * waiting user.
   * @throws Error when the writer has ended: the posting stays stored, and its result is unknown.
   */
  postOrRefuse(
    id: PostingId,
  ): Promise<Result<null, 'insufficient_balance' | 'service_unavailable'>>;
  /**
   * Books the postings that an earlier run has left open; runs at the start, before the services that
   * depend on it.
   */
  recover(): Promise<void>;
}
