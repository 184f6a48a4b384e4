/**
 * How the rest of the server moves money in and out of the accounts of a writer. The caller's transaction
 * stores the movement first (`spot_postings` for the spot writer), and the writer marks it in the same
 * commit that books it. A crash in between loses nothing and books nothing twice: the next start books open
 * postings.
 */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { Movement } from '../../ledger/movement.ts';

/** Row of a table of postings. */
export type PostingId = number;

/** A stored movement. */
export interface WrittenPosting {
  readonly id: PostingId;
  readonly movement: Movement;
}

/** The result of a stored movement: its number in the writer's journal, or the time of its refusal. */
export type PostingEnd = { readonly id: PostingId } & (
  | { readonly number: number; readonly refusedAtMs: null }
  | { readonly number: null; readonly refusedAtMs: EpochMs }
);

/** insufficient_balance: refused for good. service_unavailable: it stays stored, and is booked later. */
export type PostingRefusal = 'insufficient_balance' | 'service_unavailable';

/** Books stored movements, or refuses them for good also with `More`. Only `written-postings.ts` uses it, because it knows which ones are still open. */
export interface PostingWriter<More extends ErrorName = never> {
  /** False when commands arrive faster than they are committed. */
  readonly takesPostings: boolean;
  /**
   * Books the posting and marks it, or marks it refused for good, in one commit. service_unavailable:
   * it is unchanged.
   */
  bookPosting(posting: WrittenPosting, now: EpochMs): Promise<Result<null, PostingRefusal | More>>;
  /** @returns false when the writer is closed: the posting is unchanged. */
  refusePosting(id: PostingId, now: EpochMs): Promise<boolean>;
}

export interface Postings<More extends ErrorName = never> {
  /**
   * False when the writer is overloaded; callers check it before `intend`, so that they need not
   * undo anything.
   */
  readonly isOpen: boolean;
  /**
   * Stores the movement. Entries on the writer's accounts may be of either sign. Entries on other accounts
   * must be additions where `account-owners.ts` lets others add, because the writer's memory does not guard
   * those balances: take from them in the caller's transaction and pass the money through transit.
   * @throws AssertionError for a movement that is not balanced or takes from another account, and a
   * unique violation for a repeated recipe and cause.
   */
  intend(tx: Transaction, movement: Movement, now: EpochMs): Promise<PostingId>;
  /**
   * Books the posting; call after the transaction of `intend` has committed. Resolves when it is
   * durable. insufficient_balance: refused for good, and marked so. service_unavailable: not booked
   * yet; it stays stored, and is booked later or at the next start. Repeated calls return the same
   * answer. @param stored the movement, from the caller whose transaction has just stored it; spares a read.
   */
  post(id: PostingId, stored?: Movement): Promise<Result<null, PostingRefusal | More>>;
  /**
   * Like {@link post}, but refuses for good a posting that cannot be booked immediately: for requests with a
   * waiting user.
   * @throws Error when the writer has ended: the posting stays stored, and its result is unknown.
   */
  postOrRefuse(id: PostingId, stored?: Movement): Promise<Result<null, PostingRefusal | More>>;
  /**
   * Books the postings that an earlier run has left open; runs at the start, before the services that
   * depend on it.
   */
  recover(): Promise<void>;
}
