/** Interfaces of fast contracts: commands, view, store. Implemented by `micro-exchange.ts` and `micro-store.repo.ts`. */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import type { FairnessSums } from '../../../contract/figures/micro-fairness.ts';
import type { MicroDirection } from '../../../contract/figures/micro-settlement.ts';
import type { Units } from '../../../contract/money/units.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LimitChange, OwnLimits, StoredMicroOwner } from '../../engine/micro/micro-owner.ts';
import type { MicroOrder, MicroRefusal, MicroTerms } from '../../engine/micro/micro-types.ts';
import type { Deadline } from '../../kit/http/deadline.ts';
import type { KeyStore } from '../../ledger/writer/idempotency-keys.ts';

/** A product with its instrument: exactly one of `spotMarketId` and `forexSymbol` is set. */
export interface MicroProduct extends MicroTerms {
  readonly spotMarketId: number | null;
  readonly forexSymbol: string | null;
  /** Rises by one with each change of the terms. */
  readonly revision: number;
}

/** A version of a product, from the time on. */
export interface MicroProductChange {
  readonly product: MicroProduct;
  readonly atMs: EpochMs;
}

/** An amount that operators added to the pool, or took from it; also the row of `micro_funds`. */
export interface MicroFunding {
  readonly id: number;
  /** Negative when it was taken. */
  readonly amount: bigint;
  readonly requestId: string;
  readonly atMs: EpochMs;
}

/** Units of the pool. */
export interface MicroPool {
  /** No open order can win them. */
  readonly free: bigint;
  /** The profits that open orders can win. */
  readonly reserved: bigint;
}

/** Open orders of one direction of an instrument. */
export interface MicroSide {
  readonly orders: number;
  readonly stakes: bigint;
  /** The profits that they can win. */
  readonly profits: bigint;
}

/** Terms that an operator chooses. */
export type MicroChosenTerms = Pick<
  MicroProduct,
  'profitPpm' | 'lossPpm' | 'stakeMin' | 'stakeMax' | 'ownerLimit' | 'sideLimit' | 'skewLimit'
>;

type DeskAnswer<E extends ErrorName = never> = Promise<Result<null, E | 'service_unavailable'>>;

/** Commands of operators, none of which reads or changes an order. Every promise resolves after the commit. */
export interface MicroDeskCommands {
  /** False while the commands would be refused. */
  readonly takesCommands: boolean;
  /** Changes the terms of later orders. */
  changeTerms(
    productId: number,
    change: Partial<MicroChosenTerms & Pick<MicroProduct, 'status'>>,
    now: EpochMs,
  ): DeskAnswer;
  /** Adds a halted product to one of {@link MicroDeskView.instruments}. not_changed: it has that duration. */
  addProduct(
    instrument: string,
    seconds: number,
    terms: MicroChosenTerms,
    now: EpochMs,
  ): DeskAnswer<'not_changed'>;
  /** Books the amount into the pool, or out of it. insufficient_balance: less is free. */
  fundPool(
    funding: Omit<MicroFunding, 'id' | 'atMs'>,
    now: EpochMs,
  ): DeskAnswer<'insufficient_balance'>;
}

/** Fast contracts as operators see them. */
export interface MicroDeskView {
  readonly products: ReadonlyMap<number, MicroProduct>;
  /** Names of the instruments of the index log that may have products. */
  readonly instruments: ReadonlySet<string>;
  pool(): MicroPool;
  /** The last point of an instrument; undefined before the first. */
  lastPoint(instrument: string): IndexRecord | undefined;
  /** Open orders by instrument; an instrument without any is left out. */
  exposure(): ReadonlyMap<string, Readonly<Record<MicroDirection, MicroSide>>>;
}

/** The signed promise of an order. */
export interface SignedReceipt {
  /** Public name of the order: 128 random bits, base64url. */
  readonly token: string;
  readonly receipt: string;
  /** Ed25519, base64url. */
  readonly signature: string;
}

/** An order as its row in `micro_orders` has it, with its window. */
export interface StoredMicroOrder extends Readonly<MicroOrder>, SignedReceipt {
  readonly idempotencyKey: string;
  /** Request that placed it. */
  readonly requestId: string;
}

export interface NewMicroRequest {
  readonly ownerId: number;
  readonly requestId: string;
  readonly now: EpochMs;
  readonly productId: number;
  readonly direction: MicroDirection;
  readonly stake: Units;
  /** The rates that the owner saw, in millionths; worse ones are refused. */
  readonly seen: { readonly profitPpm?: number | undefined; readonly lossPpm?: number | undefined };
  readonly idempotencyKey: string;
  readonly deadline: Deadline | undefined;
}

export type MicroCommandRefusal =
  | MicroRefusal
  | 'micro_product_not_found'
  | 'micro_terms_changed'
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'rate_limited'
  | 'service_unavailable';

/** Changes of one commit, for listeners. */
export interface MicroBatch {
  /** Copies as they are committed. */
  readonly orders: readonly StoredMicroOrder[];
}

/** Commands of users. Every promise resolves after the commit. */
export interface MicroCommands {
  place(order: NewMicroRequest): Promise<Result<StoredMicroOrder, MicroCommandRefusal>>;
  /** Finds the number of the committed order that the owner placed under the key; undefined for none. */
  findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined>;
  setLimits(
    ownerId: number,
    change: LimitChange,
    now: EpochMs,
  ): Promise<Result<OwnLimitsState, 'service_unavailable'>>;
}

export interface OwnLimitsState {
  readonly limits: OwnLimits;
  /** Losses less profits of the day, with the possible losses of open orders; never below 0. */
  readonly lossOfDay: bigint;
}

/** A user's account and open orders as they are committed. */
export interface MicroAccount {
  readonly ownerId: number;
  readonly available: bigint;
  readonly frozen: bigint;
  /** Oldest first. */
  readonly orders: readonly StoredMicroOrder[];
}

export interface MicroView {
  readonly products: ReadonlyMap<number, MicroProduct>;
  loadAccount(ownerId: number): Promise<MicroAccount>;
  /** The account of an owner in memory; undefined for another. */
  account(ownerId: number): MicroAccount | undefined;
  limits(ownerId: number, now: EpochMs): Promise<OwnLimitsState>;
  /** The last stored point of an instrument with a price; undefined before the first. */
  lastPoint(instrument: string): IndexPointOf | undefined;
  /** Calls the listener synchronously after each commit, in order. @returns a function that unsubscribes. */
  subscribe(listener: (batch: MicroBatch) => void): () => void;
}

/** A point of the index at which something was done; also the row of `micro_points`. */
export interface UsedPoint {
  readonly instrument: string;
  readonly atMs: EpochMs;
  /** The line of the index log, and the head of the chain after it. */
  readonly line: string;
  readonly head: string;
}

/** Row of `micro_windows`: it decides all orders of the instrument with this expiry. */
export interface UsedWindow {
  readonly instrument: string;
  readonly expiresAtMs: EpochMs;
  readonly sum: number;
  readonly count: number;
}

/** Orders whose results an owner is asked for. */
export interface MicroOwnerTime {
  /** Start of the UTC day. */
  readonly since: EpochMs;
  /** Orders that are not counted. */
  readonly except: readonly number[];
}

export interface MicroSnapshot {
  readonly readAtMs: EpochMs;
  readonly products: readonly MicroProduct[];
  /** Orders in opening or open, by id. */
  readonly openOrders: readonly StoredMicroOrder[];
  /** 0 before the first. */
  readonly lastOrderId: number;
  readonly lastFundingId: number;
}

export interface MicroStore extends KeyStore {
  findOrder(orderId: number): Promise<StoredMicroOrder | undefined>;
  owner(ownerId: number, asked: MicroOwnerTime): Promise<StoredMicroOwner>;
  storeLimits(ownerId: number, limits: OwnLimits, now: EpochMs): Promise<void>;
}

/** One stored point of the index with the head of the chain after it. */
export interface IndexPointOf {
  readonly record: IndexRecord;
  readonly head: string;
}

/** Public figures of one product on one UTC day. */
export interface MicroDay extends FairnessSums {
  readonly dayMs: EpochMs;
  readonly productId: number;
  readonly seconds: number;
}
