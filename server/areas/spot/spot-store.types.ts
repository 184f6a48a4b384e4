/** The interface between the spot writer and its store. One batch is one commit. */
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { LedgerEntry } from '../../ledger/movement.ts';
import type { KeyStore } from '../../ledger/writer/idempotency-keys.ts';
import type { LedgerChanges } from '../../ledger/writer/ledger-statement.repo.ts';
import type { OwnerBalances } from '../../ledger/writer/owned-balances.ts';
import type { CommittedBatch, SpotOrder } from './spot-events.ts';

/** All changes to memory since the previous batch. */
export interface SealedBatch {
  /** Changed accounts, movements, and ended rows of `spot_postings`. */
  readonly ledger: LedgerChanges;
  /** Changed sums of `spot_unposted`, as they are after the batch. */
  readonly unposted: readonly LedgerEntry[];
  /** Number of the last placed order, because not every order is stored. */
  readonly lastOrderId: number;
  /** New orders of this batch, as they are after the batch; `changedOrders` has older ones that changed. */
  readonly newOrders: readonly SpotOrder[];
  readonly changedOrders: readonly SpotOrder[];
  /** Older orders of the exchange that have ended and are deleted, because they never traded with a user. */
  readonly droppedOrders: readonly number[];
  readonly committed: CommittedBatch;
}

/** The state that a start reads. */
export interface SpotSnapshot {
  /** Spot accounts of the owners of open orders and of the exchange, by owner; the others are read when needed. */
  readonly balances: OwnerBalances;
  /** Open orders by id. */
  readonly openOrders: readonly SpotOrder[];
  /** Sums of the exchange's trades with itself that no movement has yet. */
  readonly unposted: readonly LedgerEntry[];
  readonly lastOrderId: number;
  readonly lastDealId: number;
  readonly lastMovement: number;
}

/** Makes batches durable. Commits are sequential; other calls may be concurrent. */
export interface SpotStore extends KeyStore {
  /** @returns false when another writer has taken over: nothing was written. @throws when the result is unknown. */
  commit(batch: SealedBatch): Promise<boolean>;
  /** Like `commit`, for the status of a market. */
  setStatus(marketId: number, status: MarketStatus): Promise<boolean>;
  /** Whether this is still the one writer. */
  isCurrent(): Promise<boolean>;
  /** Returns the stored spot accounts of these owners, by owner; an owner without an account has an empty list. */
  balancesOf(ownerIds: readonly number[]): Promise<OwnerBalances>;
  findOrder(orderId: number): Promise<SpotOrder | undefined>;
  close(): Promise<void>;
}
