/** What the rest of the server may ask of spot trading. Implemented by `spot-exchange.ts`. */
import type { Units } from '../../../contract/money/units.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Deadline } from '../../kit/commands/deadline.ts';
import type { Depth } from '../../engine/engine-types.ts';
import type { SpotBalance, SpotListener, SpotOrder } from './spot-events.ts';
import type { PostingId } from './spot-postings.types.ts';
import type { WrittenPosting } from './spot-store.types.ts';

/** A market with the rules of its orders. Row of `spot_markets`, with what follows from it. */
export interface SpotMarketRules {
  readonly id: number;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly priceScale: number;
  readonly quantityScale: number;
  /** Quote units. */
  readonly minNotional: bigint;
  readonly priceBandPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  readonly status: MarketStatus;
  /** Base units of one lot: 10^(baseScale − quantityScale). */
  readonly lotUnits: bigint;
  /** Quote units of one tick times one lot: 10^(quoteScale − priceScale − quantityScale). */
  readonly tickLotUnits: bigint;
}

/** An order to be placed, in whole ticks, lots and units; amounts were parsed at the edge. */
export interface NewSpotOrder {
  readonly ownerId: number;
  readonly marketId: number;
  readonly side: 'buy' | 'sell';
  readonly kind: 'limit' | 'market';
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly amount: bigint | null;
  readonly idempotencyKey: string | null;
  /** Left out for what the server places by itself. */
  readonly deadline?: Deadline;
  readonly requestId: string;
  readonly now: EpochMs;
}

export type PlaceRefusal =
  | 'idempotency_key_reused'
  | 'command_expired'
  | 'market_not_found'
  | 'market_halted'
  | 'market_cancel_only'
  | 'order_too_large'
  | 'notional_too_small'
  | 'price_outside_band'
  | 'too_many_open_orders'
  | 'no_best_price'
  | 'insufficient_balance'
  | 'service_unavailable';
export type CancelRefusal =
  | 'order_not_found'
  | 'market_halted'
  | 'order_not_open'
  | 'service_unavailable';

export interface OrderRequest {
  readonly ownerId: number;
  readonly requestId: string;
  readonly now: EpochMs;
}

/** What is asked by who runs the exchange, about one market. */
export interface MarketRequest extends Omit<OrderRequest, 'ownerId'> {
  readonly marketId: number;
}

/** Units above zero that an owner gets from nowhere. */
export interface SpotGrant extends OrderRequest {
  readonly currencyId: number;
  readonly amount: Units;
}

/** What books the rows of `spot_postings`: for `spot-postings.ts` alone, which knows whether one is still open. */
export interface PostingWriter {
  /** False when commands come faster than they are committed. */
  readonly takesPostings: boolean;
  /** Books and marks it, or marks it refused for good, in one commit. service_unavailable: it stays as it was. */
  bookPosting(
    posting: WrittenPosting,
    now: EpochMs,
  ): Promise<Result<null, 'insufficient_balance' | 'service_unavailable'>>;
  /** @returns false when the exchange is closed: the posting stays as it was. */
  refusePosting(id: PostingId, now: EpochMs): Promise<boolean>;
}

/** What is asked of the one writer of all spot balances, orders and trades. Every promise is fulfilled after the commit. */
export interface SpotCommands {
  /** The same owner and key again: the first order as it is now, or `idempotency_key_reused` for another one. */
  place(order: NewSpotOrder): Promise<Result<SpotOrder, PlaceRefusal>>;
  /** Number of the committed order that the owner placed under the key; undefined for none. */
  findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined>;
  cancel(
    request: OrderRequest & { readonly orderId: number },
  ): Promise<Result<SpotOrder, CancelRefusal>>;
  /** @returns ids of the cancelled orders. */
  cancelAll(
    request: OrderRequest & { readonly marketId: number },
  ): Promise<
    Result<readonly number[], 'market_not_found' | 'market_halted' | 'service_unavailable'>
  >;
  /** False when commands come so much faster than they are committed that not even orders are ended. */
  takesCancels(): Promise<boolean>;
  /**
   * Ends every open order of the market, whatever its status, for the reason `operator`.
   * @returns ids of the orders that were open.
   */
  closeOrders(
    request: MarketRequest,
  ): Promise<Result<readonly number[], 'market_not_found' | 'service_unavailable'>>;
  /**
   * Books `seed.grant` of `server/ledger/recipes.ts` in the spot journal; durable when it resolves.
   * The custody account of the house belongs to both journals: it is changed by an increment, never
   * overwritten. For demos and tests. @throws Error when the exchange is closed.
   */
  grant(grant: SpotGrant): Promise<void>;
  /** Takes effect for commands after it; durable when it resolves. */
  setStatus(marketId: number, status: MarketStatus): Promise<void>;
}

/** What is committed, read at once: whoever follows the batches in order can hold all of it without the writer. */
export interface SpotView {
  readonly markets: ReadonlyMap<number, SpotMarketRules>;
  /** Committed open orders of an owner, newest first. */
  openOrders(ownerId: number): readonly SpotOrder[];
  /** Committed spot balances of an owner. */
  balances(ownerId: number): readonly SpotBalance[];
  /** The committed book with all its levels, for those who then follow `levels` of the batches. */
  depth(marketId: number): Depth;
  /** Called synchronously after each commit, in order. @returns a function that ends it. */
  subscribe(listener: SpotListener): () => void;
}

/** Spot trading as the process that writes it opens it; everybody else takes the half that they need. */
export interface SpotExchange extends SpotCommands, SpotView, PostingWriter {
  /** Lets what was accepted be committed, then takes nothing more. */
  close(): Promise<void>;
}

/** Prices that do not come from the own book: bands, the market maker and equivalents read them. */
export interface ReferencePrices {
  /** In ticks of the market; null when unknown or too old to rely on. */
  priceTicks(marketId: number): number | null;
}
