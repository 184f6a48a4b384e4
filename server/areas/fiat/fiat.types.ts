/**
 * What the parts of fiat trading ask of each other. Orders stand on ads: an order takes a part of an
 * ad, and its end gives the part back or uses it up. Rows are locked person, order, ad, accounts, in
 * that order, so that no two steps wait for each other.
 */
import type { FiatParty, FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import type { Result } from '../../../contract/result.ts';
import type { CollectionKind } from '../../../contract/people/people.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';

/** An ad that may be taken now; nobody else changes it until the transaction ends. Units throughout. */
export interface TakeableAd {
  readonly id: number;
  readonly shopId: number;
  readonly merchantId: number;
  /** What the merchant does. */
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
  /** Now, of one whole coin. */
  readonly price: bigint;
  readonly remaining: bigint;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  /** Payment kinds with at least one usable method. */
  readonly paymentKinds: readonly CollectionKind[];
  /** The merchant's own methods that a sell ad is paid to. */
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
  /** Who acts: a person, or 0 for the house. */
  readonly actorId: number;
  readonly requestId: string;
}

/** The coins behind orders: what they take from ads, hold, and give to one side. */
export interface Escrow {
  /** Locks the ad. Not found: unless others see it, see `AdWire.priceOnShelf`. */
  lockAd(tx: Transaction, adId: number): Promise<Result<TakeableAd, 'fiat_ad_not_found'>>;
  /** Locks the ad of an order whose coins are about to be released or given back in this transaction. */
  lockAdAhead(tx: Transaction, adId: number): Promise<void>;
  /**
   * Takes the part out of an ad that was locked in this transaction and has enough; the coins of
   * somebody who sells to a buy ad are frozen.
   */
  hold(
    tx: Transaction,
    part: HeldPart,
    now: EpochMs,
  ): Promise<Result<null, 'insufficient_balance'>>;
  /** The order was carried out: the coins become the buyer's, available in the fiat account. */
  release(tx: Transaction, part: HeldPart, now: EpochMs): Promise<void>;
  /** The order ended without a trade: the part goes back to the ad, or to the seller when that has ended. */
  giveBack(tx: Transaction, part: HeldPart, now: EpochMs): Promise<void>;
  /** After the commit: tells the merchant of the ad as it is now. */
  tellMerchant(adId: number): Promise<void>;
}

/** An operator's decision on an order in rights protection. */
export interface Award {
  readonly orderId: number;
  /** Of the order as the operator saw it. */
  readonly revision: number;
  readonly operatorId: number;
  readonly to: FiatParty;
  /** Only with an award to the seller: the buyer said that they had paid and had not. */
  readonly isPaymentFalse: boolean;
  /** For both sides to read. */
  readonly text: string;
  readonly now: EpochMs;
  /** Written down in the transaction of the decision, e.g. its row of the audit log. */
  alsoWrite(tx: Transaction): Promise<void>;
}

export interface OperatorMessage {
  readonly orderId: number;
  /** Of the order as the operator saw it. */
  readonly revision: number;
  readonly operatorId: number;
  /** Given by the operator's page: the same one again is the same message. Undefined: it is another one. */
  readonly clientId: string | undefined;
  readonly content: string;
  readonly now: EpochMs;
  /** Written down in the transaction of the message, as with an award. */
  alsoWrite(tx: Transaction): Promise<void>;
}

/**
 * already_decided: it is no longer in rights protection. record_changed: it is not as the operator saw
 * it. service_unavailable: the books are not sound, and nobody gives anything away.
 */
export type AwardError =
  | 'fiat_order_not_found'
  | 'already_decided'
  | 'record_changed'
  | 'service_unavailable';

/** idempotency_key_reused: the operator has written other words under this `clientId`. */
export type WriteError =
  | 'fiat_order_not_found'
  | 'record_changed'
  | 'fiat_chat_closed'
  | 'idempotency_key_reused';

export interface FiatArbitration {
  /** The coins go to one side and both are told. A third false payment within the window freezes the buyer's account. */
  award(decision: Award): Promise<Result<null, AwardError>>;
  /** An operator's message to both sides of an order in rights protection. */
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
  /** Takes an ad off the shelf as it is now, for its merchant to read why: who edits it all the time cannot keep it there. */
  remove(removal: AdRemoval): Promise<Result<null, 'fiat_ad_not_found' | 'not_changed'>>;
}
