/**
 * The interfaces between the parts of fiat trading. An order takes a part of an ad; its end gives the
 * part back or uses it up. Transactions lock in one order to avoid deadlocks: user, order, ad,
 * accounts.
 */
import type { FiatParty, FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import type { Result } from '../../../contract/result.ts';
import type { CollectionKind } from '../../../contract/people/people.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';

/** A locked ad that may be taken now. Quantities and amounts are in units. */
export interface TakeableAd {
  readonly id: number;
  readonly shopId: number;
  readonly merchantId: number;
  /** The side of the merchant. */
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
  /** The present price of one whole coin. */
  readonly price: bigint;
  readonly remaining: bigint;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  /** Payment kinds with at least one usable method. */
  readonly paymentKinds: readonly CollectionKind[];
  /** The merchant's own methods to which buyers of a sell ad pay. */
  readonly collectionMethodIds: readonly number[];
  readonly paymentWindowMin: number;
  readonly remark: string;
}

/** The part of an ad that an order holds. */
export interface HeldPart {
  readonly orderId: number;
  readonly adId: number;
  readonly buyerId: number;
  readonly sellerId: number;
  readonly currencyId: number;
  /** Units of the coin above zero. */
  readonly quantity: bigint;
  /** The acting user's id, or 0 for the exchange. */
  readonly actorId: number;
  readonly requestId: string;
}

/** The coins behind orders: takes them from ads, holds them, and gives them to one side. */
export interface Escrow {
  /** Locks the ad. Rejects an ad that other users do not see, see `AdWire.listedPrice`. */
  lockAd(tx: Transaction, adId: number): Promise<Result<TakeableAd, 'fiat_ad_not_found'>>;
  /** Locks the ad of an order whose coins are about to be released or given back in this transaction. */
  lockAdAhead(tx: Transaction, adId: number): Promise<void>;
  /**
   * Takes the part out of an ad that this transaction has locked and that has enough. Freezes the
   * seller's coins when the ad buys.
   */
  hold(
    tx: Transaction,
    part: HeldPart,
    now: EpochMs,
  ): Promise<Result<null, 'insufficient_balance'>>;
  /** Completes the order: the coins become available in the buyer's fiat account. */
  release(tx: Transaction, part: HeldPart, now: EpochMs): Promise<void>;
  /** Ends the order without a trade: the part returns to the ad, or to the seller when the ad has ended. */
  giveBack(tx: Transaction, part: HeldPart, now: EpochMs): Promise<void>;
  /** Sends the merchant the ad as it is now, after the commit. */
  publishAd(adId: number): Promise<void>;
}

/** An operator's decision on an order in rights protection. */
export interface Award {
  readonly orderId: number;
  /** The revision of the order that the operator saw. */
  readonly revision: number;
  readonly operatorId: number;
  readonly to: FiatParty;
  /** True only with an award to the seller: the buyer declared a payment that was not made. */
  readonly isPaymentFalse: boolean;
  /** Shown to both sides. */
  readonly text: string;
  readonly now: EpochMs;
  /** Runs in the transaction of the decision, e.g. to insert its row of the audit log. */
  alsoWrite(tx: Transaction): Promise<void>;
}

export interface OperatorMessage {
  readonly orderId: number;
  /** The revision of the order that the operator saw. */
  readonly revision: number;
  readonly operatorId: number;
  /**
   * Identifies a message of the operator's page: a repeated id is the same message. Undefined is always
   * a new message.
   */
  readonly clientId: string | undefined;
  readonly content: string;
  readonly now: EpochMs;
  /** Runs in the transaction of the message, like {@link Award.alsoWrite}. */
  alsoWrite(tx: Transaction): Promise<void>;
}

/**
 * already_decided: the order is no longer in rights protection. record_changed: it is at another
 * revision than the operator saw. service_unavailable: the ledger is not consistent, so no coins are
 * given away.
 */
export type AwardError =
  | 'fiat_order_not_found'
  | 'already_decided'
  | 'record_changed'
  | 'service_unavailable';

/** idempotency_key_reused: the operator has sent a message with other content under this `clientId`. */
export type WriteError =
  | 'fiat_order_not_found'
  | 'record_changed'
  | 'fiat_chat_closed'
  | 'idempotency_key_reused';

export interface FiatArbitration {
  /**
   * Gives the coins to one side and notifies both. A third false payment within the window disables the
   * buyer's account.
   */
  award(decision: Award): Promise<Result<null, AwardError>>;
  /** Sends an operator's message to both sides of an order in rights protection. */
  write(message: OperatorMessage): Promise<Result<null, WriteError>>;
}

export interface AdRemoval {
  readonly adId: number;
  readonly operatorId: number;
  readonly text: string;
  readonly now: EpochMs;
  alsoWrite(tx: Transaction): Promise<void>;
}

export interface AdModeration {
  /**
   * Removes an ad from the public list at its present revision, so that a merchant's frequent edits
   * cannot prevent it. The merchant can read the reason.
   */
  remove(removal: AdRemoval): Promise<Result<null, 'fiat_ad_not_found' | 'not_changed'>>;
}
