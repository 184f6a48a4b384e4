/** The interface between the spot writer and its store. One batch is one commit. */
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LedgerEntry, Movement } from '../../ledger/movement.ts';
import type { CommittedBatch, SpotBalance, SpotOrder } from './spot-events.ts';
import type { PostingId } from './spot-postings.types.ts';

/** One row of the spot journal, with its entries. */
export interface SpotMovement extends Movement {
  readonly atMs: EpochMs;
}

/** A movement that was stored in `spot_postings`. */
export interface WrittenPosting {
  readonly id: PostingId;
  readonly movement: Movement;
}

/** The result of a stored movement: its number in the spot journal, or the time of its refusal. */
export type PostingEnd = { readonly id: PostingId } & (
  | { readonly number: number; readonly refusedAtMs: null }
  | { readonly number: null; readonly refusedAtMs: EpochMs }
);

/** All changes to memory since the previous batch. */
export interface SealedBatch {
  /** Number of the first movement; the others follow without gaps. */
  readonly firstMovement: number;
  readonly movements: readonly SpotMovement[];
  /** Additions to accounts that may have no row yet: new accounts of users, and house accounts. */
  readonly openedAccounts: readonly LedgerEntry[];
  /** Additions to spot accounts that have a row. */
  readonly changedAccounts: readonly LedgerEntry[];
  /** Amounts that postings take from transit accounts, which have a row because the money reached them before. */
  readonly passedAccounts: readonly LedgerEntry[];
  /** Changed sums of `spot_unposted`, as they are after the batch. */
  readonly unposted: readonly LedgerEntry[];
  /** Number of the last placed order, because not every order is stored. */
  readonly lastOrderId: number;
  /** New orders of this batch, as they are after the batch; `changedOrders` has older ones that changed. */
  readonly newOrders: readonly SpotOrder[];
  readonly changedOrders: readonly SpotOrder[];
  /** Older orders of the exchange that have ended and are deleted, because they never traded with a user. */
  readonly droppedOrders: readonly number[];
  /** Rows of `spot_postings` that end with this batch. */
  readonly postings: readonly PostingEnd[];
  readonly committed: CommittedBatch;
}

/** The fields of an order under a key that a repetition is compared with. */
export type KeyedOrder = Pick<
  SpotOrder,
  | 'id'
  | 'marketId'
  | 'side'
  | 'kind'
  | 'priceTicks'
  | 'quantityLots'
  | 'amount'
  | 'idempotencyKey'
  | 'createdAtMs'
>;

/** The state that a start reads. */
export interface SpotSnapshot {
  /** All spot accounts. */
  readonly balances: readonly SpotBalance[];
  /** Open orders by id. */
  readonly openOrders: readonly SpotOrder[];
  /** Sums of the exchange's trades with itself that no movement has yet. */
  readonly unposted: readonly LedgerEntry[];
  readonly lastOrderId: number;
  readonly lastDealId: number;
  readonly lastMovement: number;
}

/** Makes batches durable. Commits are sequential; other calls may be concurrent. */
export interface SpotStore {
  /** @returns false when another writer has taken over: nothing was written. @throws when the result is unknown. */
  commit(batch: SealedBatch): Promise<boolean>;
  /** Like `commit`, for the status of a market. */
  setStatus(marketId: number, status: MarketStatus): Promise<boolean>;
  /** Whether this is still the one writer. */
  isCurrent(): Promise<boolean>;
  /** Returns the owner's orders with a key, placed since then. */
  keysOf(ownerId: number, since: EpochMs): Promise<readonly KeyedOrder[]>;
  findOrder(orderId: number): Promise<SpotOrder | undefined>;
  close(): Promise<void>;
}
