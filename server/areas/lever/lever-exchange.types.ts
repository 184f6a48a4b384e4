/** The interface of contract trading for the rest of the server. Implemented by `lever-exchange.ts`. */
import type { LeverFunds } from '../../../contract/figures/lever-account.ts';
import type { PriceDoubt } from '../../../contract/figures/lever-set-aside.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { PoolCover } from '../../engine/lever/house-risk.ts';
import type {
  LeverMark,
  LeverMarketStatus,
  LeverMarketTerms,
  LeverOrder,
  LeverRefusal,
  RiskLevel,
} from '../../engine/lever/lever-types.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import type { PriceStatus } from '../../../contract/figures/confirmed-price.ts';
import type { Deadline } from '../../kit/http/deadline.ts';
import type { OwnedBalance } from '../../ledger/writer/owned-balances.ts';
import type { PostingWriter } from '../../ledger/writer/postings.types.ts';
import type { WriterGuest, GuestHost, SealedGuest } from '../../ledger/writer/guest.types.ts';

/** A market with its instrument: exactly one of `spotMarketId` and `forexSymbol` is set. */
export interface LeverMarketRules extends LeverMarketTerms {
  readonly spotMarketId: number | null;
  readonly forexSymbol: string | null;
  readonly settleCurrencyId: number;
  readonly priceScale: number;
  /** Decimal text: units of the instrument in one lot. */
  readonly lotSize: string;
  /** Rises by one with each change of the terms. */
  readonly revision: number;
}

export interface LeverRequest {
  readonly ownerId: number;
  readonly requestId: string;
  readonly now: EpochMs;
}

/** An order to place, in whole ticks and lots; the edge has parsed the prices. */
export interface NewLeverRequest extends LeverRequest {
  readonly marketId: number;
  readonly direction: 'long' | 'short';
  readonly kind: 'market' | 'limit';
  readonly lots: number;
  readonly multiple: number;
  readonly limitTicks: number | null;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  readonly worstTicks: number | null;
  /** The fees that the owner saw, in millionths; higher ones are refused. */
  readonly seen?: { readonly feePpm?: number | undefined; readonly nightPpm?: number | undefined };
  readonly idempotencyKey: string;
  readonly deadline: Deadline | undefined;
}
export interface OneLeverOrder extends LeverRequest {
  readonly orderId: number;
}
export interface AmendRequest extends OneLeverOrder {
  readonly revision: number;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}
export interface CloseAllRequest extends LeverRequest {
  readonly direction: 'all' | 'long' | 'short';
  readonly marketId: number | null;
}
export type LeverCommandRefusal =
  | LeverRefusal
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'lever_terms_changed'
  | 'service_unavailable';

/** Commands of the one writer of contract accounts and orders. Every promise resolves after the commit. */
export interface LeverCommands {
  place(order: NewLeverRequest): Promise<Result<LeverOrder, LeverCommandRefusal>>;
  /** Finds the number of the committed order that the owner placed under the key; undefined for none. */
  findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined>;
  cancel(request: OneLeverOrder): Promise<Result<LeverOrder, LeverCommandRefusal>>;
  /** Cancels the pending orders of one market, or of all. */
  cancelAll(
    request: LeverRequest & { readonly marketId: number | null },
  ): Promise<Result<readonly LeverOrder[], LeverCommandRefusal>>;
  amend(request: AmendRequest): Promise<Result<LeverOrder, LeverCommandRefusal>>;
  close(request: OneLeverOrder): Promise<Result<LeverOrder, LeverCommandRefusal>>;
  withdrawClose(request: OneLeverOrder): Promise<Result<LeverOrder, LeverCommandRefusal>>;
  /** @returns the changed positions: closed ones, and closing ones that wait for a price. */
  closeAll(request: CloseAllRequest): Promise<Result<readonly LeverOrder[], LeverCommandRefusal>>;
}

/** Commands of operators. */
export interface LeverDeskCommands {
  dismiss(request: {
    readonly orderId: number;
    readonly requestId: string;
    readonly now: EpochMs;
  }): Promise<Result<LeverOrder, LeverCommandRefusal>>;
  /**
   * Changes the terms of later orders. Changes of a market are made one after the other, each to the terms that the one
   * before has left, and count when they are stored. A stricter status counts at once. @param change returns the
   * new terms; their revision is set here. @param refusalOf is asked before they are stored, with the terms and the
   * time of that moment; null for no refusal.
   */
  changeTerms<E extends ErrorName = never>(
    marketId: number,
    change: (before: LeverMarketRules) => LeverMarketRules,
    now: EpochMs,
    refusalOf?: (before: LeverMarketRules, at: EpochMs) => E | null,
  ): Promise<Result<null, 'service_unavailable' | E>>;
  /** Adds a market with a new id; users trade it when it resolves. */
  addMarket(terms: LeverMarketRules, now: EpochMs): Promise<Result<null, 'service_unavailable'>>;
  windDown(marketId: number, now: EpochMs): Promise<Result<null, 'service_unavailable'>>;
  /** Adds to the pool and the insurance fund, or takes from them the amount that open positions do not need. */
  fundHouse(fund: {
    readonly pool: bigint;
    readonly insurance: bigint;
    readonly requestId: string;
    readonly now: EpochMs;
  }): Promise<Result<null, 'insufficient_balance' | 'service_unavailable'>>;
}

/** The account as it is committed. */
export interface LeverAccountState extends LeverFunds {
  readonly ownerId: number;
  /** Amount that an opening may take. */
  readonly usable: bigint;
  /** Amount that may leave the account. */
  readonly transferable: bigint;
  /** Amount that stays for markets whose price is uncertain, above 0. Openings may take the amount that stays for `apart`. */
  readonly setAside: readonly {
    readonly marketId: number;
    readonly doubt: PriceDoubt;
    readonly amount: bigint;
  }[];
  /** Open orders: pending, in trading, closing. Oldest first. */
  readonly orders: readonly LeverOrder[];
}
/** Changes of one commit, for listeners. */
export interface LeverBatch {
  readonly atMs: EpochMs;
  /** Copies as they are committed. */
  readonly orders: readonly LeverOrder[];
  readonly accounts: readonly {
    readonly ownerId: number;
    readonly available: bigint;
    readonly frozen: bigint;
    readonly debt: bigint;
  }[];
  /** Each changed balance of the account types 2 and 4 of a user once, in any currency. */
  readonly balances: readonly OwnedBalance[];
  readonly warnings: readonly {
    readonly ownerId: number;
    readonly level: RiskLevel;
    readonly equity: bigint;
    readonly margin: bigint;
  }[];
  /** Changes of the product that shares the commit; null for none. */
  readonly guest: SealedGuest | null;
}
/** A mark as the process last took it. */
export interface LeverMarkView {
  readonly mark: LeverMark;
  /** State of the market at the evaluation. */
  readonly marketStatus: LeverMarketStatus;
  readonly atMs: EpochMs;
  /** Time of the first evaluation of this run since which each one had the state of this mark. */
  readonly changedAtMs: EpochMs;
  /**
   * The last live price while the market was not halted, of this run or an earlier one, in ticks: what accounts are
   * valued at. Null before the first.
   */
  readonly lastLiveTicks: number | null;
  /** Verdict of the evaluation of the sources; `too_few` for a market without a pair. */
  readonly status: PriceStatus;
  /** The sources that decided it. */
  readonly sources: readonly SourcePrice[];
}

export interface LeverView {
  readonly markets: ReadonlyMap<number, LeverMarketRules>;
  /** The last mark of a market; undefined before the first one. */
  mark(marketId: number): LeverMarkView | undefined;
  /** Calls the listener after each mark that changed price, agreement or state. @returns a function that unsubscribes. */
  onMark(listener: (marketId: number, view: LeverMarkView) => void): () => void;
  /** The committed account, read from the store where memory does not have it yet. */
  loadAccount(ownerId: number): Promise<LeverAccountState>;
  /** The account of an owner in memory; undefined for another. */
  account(ownerId: number): LeverAccountState | undefined;
  /** Calls the listener synchronously after each commit, in order. @returns a function that unsubscribes. */
  subscribe(listener: (batch: LeverBatch) => void): () => void;
  /** Whether operators may add these amounts to pool and insurance fund, or take them when negative. */
  mayFund(pool: bigint, insurance: bigint): boolean;
  /** Funds of the exchange, the limits that count all markets, and the exposure of each market. */
  house(): PoolCover & {
    readonly pool: bigint;
    readonly insurance: bigint;
    /** Funding of the pool by operators; the steps of its guard are parts of it. */
    readonly coverBase: bigint;
    readonly markets: readonly {
      readonly marketId: number;
      readonly longs: bigint;
      readonly shorts: bigint;
    }[];
  };
}

export interface LeverExchange
  extends LeverCommands, LeverDeskCommands, LeverView, PostingWriter<'margin_in_use'> {
  /** Lets another product share the commits; called once. */
  admit(guest: WriterGuest): GuestHost;
  /** Whether a mark, or the end of a market, has further steps. */
  readonly isBusy: boolean;
  /** Commits accepted commands, then rejects new ones. */
  end(): Promise<void>;
}
