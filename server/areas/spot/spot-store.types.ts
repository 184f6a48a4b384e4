/** What the spot writer hands to its store, and what it asks of it. One batch is one commit. */
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LedgerEntry, Movement } from '../../ledger/movement.ts';
import type { CommittedBatch, SpotBalance, SpotOrder } from './spot-events.ts';
import type { PostingId } from './spot-postings.types.ts';

/** One row of the spot journal, with its entries. */
export interface SpotMovement extends Movement {
  readonly atMs: EpochMs;
}

/** A movement that was written down in `spot_postings`. */
export interface WrittenPosting {
  readonly id: PostingId;
  readonly movement: Movement;
}

/** What became of a written movement: it has a number in the spot journal, or was refused at a time. */
export type PostingEnd = { readonly id: PostingId } & (
  | { readonly number: number; readonly refusedAtMs: null }
  | { readonly number: null; readonly refusedAtMs: EpochMs }
);

/** All that was done to memory since the batch before it. */
export interface SealedBatch {
  /** Number of the first movement; the others follow without gaps. */
  readonly firstMovement: number;
  readonly movements: readonly SpotMovement[];
  /** What to add to accounts that may have no row yet: new ones of people, and those of the house. */
  readonly openedAccounts: readonly LedgerEntry[];
  /** What to add to spot accounts that have a row. */
  readonly changedAccounts: readonly LedgerEntry[];
  /** What postings take from transit accounts, which have a row: the money was brought there before. */
  readonly passedAccounts: readonly LedgerEntry[];
  /** Sums of `spot_unposted` that changed, as they are after the batch. */
  readonly unposted: readonly LedgerEntry[];
  /** Number of the last order that was placed: not every order is stored. */
  readonly lastOrderId: number;
  /** Orders of this batch, and older ones that changed; each as it is after the batch. */
  readonly newOrders: readonly SpotOrder[];
  readonly changedOrders: readonly SpotOrder[];
  /** Older orders that have ended and are not kept: of the house, which dealt with nobody but itself. */
  readonly droppedOrders: readonly number[];
  /** Rows of `spot_postings` that end with this batch. */
  readonly postings: readonly PostingEnd[];
  readonly committed: CommittedBatch;
}

/** An order that was placed under a key, as far as a repetition must be compared with it. */
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

/** What a start finds. */
export interface SpotSnapshot {
  /** Spot accounts of everybody who has one. */
  readonly balances: readonly SpotBalance[];
  /** Open orders by id. */
  readonly openOrders: readonly SpotOrder[];
  /** Price of the last deal by market id; markets without a deal are left out. */
  readonly lastPriceTicks: ReadonlyMap<number, number>;
  /** What the house has traded with itself and no movement says yet. */
  readonly unposted: readonly LedgerEntry[];
  readonly lastOrderId: number;
  readonly lastDealId: number;
  readonly lastMovement: number;
}

/** Where batches become durable. One commit at a time; the rest at any time. */
export interface SpotStore {
  /** @returns false when another writer has taken over: nothing was written. @throws when it is not known to be written. */
  commit(batch: SealedBatch): Promise<boolean>;
  /** As `commit`, for the status of a market. */
  setStatus(marketId: number, status: MarketStatus): Promise<boolean>;
  /** Whether this is still the one writer. */
  isCurrent(): Promise<boolean>;
  /** Orders of the owner with a key, placed since then. */
  keysOf(ownerId: number, since: EpochMs): Promise<readonly KeyedOrder[]>;
  findOrder(orderId: number): Promise<SpotOrder | undefined>;
  close(): Promise<void>;
}
