/** The interface between the dealing writer and its store. One batch is one commit. */
import type { EpochMs } from '../../../contract/time.ts';
import type { HouseFunds } from '../../engine/lever/house-risk.ts';
import type { CancelReason, CloseReason, LeverOrder } from '../../engine/lever/lever-types.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import type { KeyStore } from '../../ledger/writer/idempotency-keys.ts';
import type { LedgerChanges } from '../../ledger/writer/ledger-statement.repo.ts';
import type { OwnerBalances } from '../../ledger/writer/owned-balances.ts';
import type { LeverBatch, LeverMarketRules } from './lever-exchange.types.ts';

/** Effect of the close of a position on its owner's money, in units. */
export interface Settled {
  /** Change of the available balance. */
  readonly available: bigint;
  /** Change of the debt. */
  readonly debt: bigint;
  /** The payment of the insurance fund when no position covered the debt anymore; 0 otherwise. */
  readonly fromInsurance: bigint;
  /** The part of that debt that the pool waived; 0 otherwise. */
  readonly waived: bigint;
}

/** Place in which the facts of a stop-out are stored. */
export interface StopOutEvidence {
  /** The last movement of the dealing journal before it. */
  readonly movement: number;
  /** The last live mark of each market of the account that had none. */
  readonly marks: readonly { readonly marketId: number; readonly seq: number }[];
}

/** An order after a batch. */
export interface ChangedLeverOrder extends Readonly<LeverOrder> {
  readonly updatedAtMs: EpochMs;
  /** Null before the close. */
  readonly settled: Settled | null;
  /** Facts from which the verifier computes the stop-out that closed it; null without one. */
  readonly evidence: StopOutEvidence | null;
}

/** An order as its row in `lever_orders` has it. */
export interface StoredLeverOrder extends ChangedLeverOrder {
  readonly idempotencyKey: string | null;
  /** Request that placed it. */
  readonly requestId: string;
}

export type LeverOrderEventType =
  | 'placed'
  | 'opened'
  | 'amended'
  | 'cancelled'
  | 'close_waits'
  | 'close_withdrawn'
  | 'closed';

/**
 * Event of an order; also the row of `lever_events`, whose key is order and revision. A market order
 * that opens at once has no event `placed`: its first event is `opened` with the revision 2. A close without a
 * wait raises the revision by 2.
 */
export interface LeverOrderEvent {
  readonly orderId: number;
  /** Revision of the order after the event. */
  readonly revision: number;
  readonly type: LeverOrderEventType;
  readonly atMs: EpochMs;
  /** Owner who acted; 0 when the exchange or an operator did. */
  readonly actorId: number;
  readonly requestId: string;
  /** The reason of `cancelled`, `close_waits` and `closed`; null for the others. */
  readonly reason: CancelReason | CloseReason | null;
  /** The live mark of that moment; null without one. Its row exists in `mark_ticks` for `opened` and `closed`. */
  readonly markSeq: number | null;
  readonly markTicks: number | null;
  /** The targets after the event. */
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

/** A live mark at which something was done; also the row of `mark_ticks`, whose key is market and seq. */
export interface UsedMark {
  readonly marketId: number;
  /** Rises over all markets. */
  readonly seq: number;
  /** Time of the evaluation, by the clock to which the times of the sources are compared. */
  readonly atMs: EpochMs;
  /** Time by which acts are ordered, which never goes back: no act after it has an older mark of the market. */
  readonly takenAtMs: EpochMs;
  readonly ticks: number;
  readonly isAgreed: boolean;
  /** Spread and fee of the market together, within which the sources had to be. */
  readonly agreedWithinPpm: number;
  readonly isCloseOnly: boolean;
  /** The sources that decided it; the own order book has no vote. */
  readonly sources: readonly SourcePrice[];
}

/** Amount that an operator added to the funds of the exchange, or took from them; also the row of `lever_funds`. */
export interface HouseFunding {
  /** Cause of the movement `lever.house_funded`. */
  readonly id: number;
  readonly pool: bigint;
  readonly insurance: bigint;
  readonly requestId: string;
  readonly atMs: EpochMs;
}

/** All changes to memory since the previous batch. */
export interface SealedLeverBatch {
  /** Changed accounts, movements of journal 3, and ended rows of `dealing_postings`. */
  readonly ledger: LedgerChanges;
  /** New orders of this batch, as they are after the batch, by id; `changedOrders` has older ones that changed. */
  readonly newOrders: readonly StoredLeverOrder[];
  readonly changedOrders: readonly ChangedLeverOrder[];
  /** In the order in which they happened. */
  readonly events: readonly LeverOrderEvent[];
  /** Marks that no earlier batch has stored. */
  readonly usedMarks: readonly UsedMark[];
  readonly funds: readonly HouseFunding[];
  /** Notices to users about it; stored in the outbox. */
  readonly notices: readonly OutboxDraft[];
  readonly noticesDueAtMs: EpochMs;
  readonly committed: LeverBatch;
}

/** The state that a start reads. */
export interface LeverSnapshot {
  /** All stored markets by id. */
  readonly markets: readonly LeverMarketRules[];
  /** The last stored mark by market; at least of every market with an open position. */
  readonly lastMarks: ReadonlyMap<number, { readonly ticks: number; readonly seq: number }>;
  /** Accounts of the owners of open orders and of the exchange (0), by owner; the others are read when needed. */
  readonly balances: OwnerBalances;
  /** Orders that are pending, in trading or closing, by id. Memory takes them as its own. */
  readonly openOrders: readonly LeverOrder[];
  /** Accounts 110 and 111 in the settlement currency, and the sum of `lever_funds.pool`. */
  readonly house: HouseFunds;
  /** This number and the next two are 0 before the first order, movement and change of the funds. */
  readonly lastOrderId: number;
  /** The last number of journal 3. */
  readonly lastMovement: number;
  readonly lastFundId: number;
  /** The latest time of an order, a movement of journal 3, and a used mark; 0 before the first. */
  readonly lastAtMs: EpochMs;
}

/** Makes batches durable. Commits are sequential; other calls may be concurrent. */
export interface LeverStore extends KeyStore {
  /** @returns false when another writer has taken over: nothing was written. @throws when the result is unknown. */
  commit(batch: SealedLeverBatch): Promise<boolean>;
  /**
   * Stores a market and adds its terms to `lever_terms`, under the fence.
   * @param toHolders stored in the outbox for each owner of an open order in it. @returns false when another writer
   *   has taken over.
   */
  setTerms(
    rules: LeverMarketRules,
    now: EpochMs,
    toHolders?: readonly OutboxDraft[],
  ): Promise<boolean>;
  /** Whether this is still the one writer. */
  isCurrent(): Promise<boolean>;
  /** Returns the stored accounts of these owners, by owner; an owner without an account has an empty list. */
  balancesOf(ownerIds: readonly number[]): Promise<OwnerBalances>;
  /** Finds an order in any state. */
  findOrder(orderId: number): Promise<StoredLeverOrder | undefined>;
  close(): Promise<void>;
}

/** Result of `openLeverStore(options)` of `lever-store.repo.ts` returns; it takes over as the writer `dealing` first. */
export interface OpenedLeverStore {
  readonly store: LeverStore;
  readonly snapshot: LeverSnapshot;
  /** Database settings with which a crash loses acknowledged commits; empty for a safe database. */
  readonly lossySettings: readonly string[];
}
