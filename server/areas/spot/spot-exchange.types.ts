/** The interface of spot trading for the rest of the server. Implemented by `spot-exchange.ts`. */
import type { Units } from '../../../contract/money/units.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Deadline } from '../../kit/http/deadline.ts';
import type { Depth } from '../../engine/engine-types.ts';
import type { SpotBalance, SpotListener, SpotOrder } from './spot-events.ts';
import type { PostingWriter } from '../../ledger/writer/postings.types.ts';

/** A market with the rules of its orders: the row of `spot_markets`, and values computed from it. */
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

/** An order to place, in whole ticks, lots and units; the edge has parsed the amounts. */
export interface NewSpotOrder {
  readonly ownerId: number;
  readonly marketId: number;
  readonly side: 'buy' | 'sell';
  readonly kind: 'limit' | 'market';
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly amount: bigint | null;
  readonly idempotencyKey: string | null;
  /** Undefined for orders that the server places itself. */
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
  | 'market_reference_unknown'
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

/** An operator's request about one market. */
export interface MarketRequest extends Omit<OrderRequest, 'ownerId'> {
  readonly marketId: number;
}

/** Units above zero that an owner receives without a payer. */
export interface SpotGrant extends OrderRequest {
  readonly currencyId: number;
  readonly amount: Units;
}

/** Commands of the one writer of all spot balances, orders and trades. Every promise resolves after the commit. */
export interface SpotCommands {
  /**
   * Places an order. A repeated owner and key returns the first order in its present state, or
   * `idempotency_key_reused` for different terms.
   */
  place(order: NewSpotOrder): Promise<Result<SpotOrder, PlaceRefusal>>;
  /** Finds the number of the committed order that the owner placed under the key; undefined for none. */
  findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined>;
  cancel(
    request: OrderRequest & { readonly orderId: number },
  ): Promise<Result<SpotOrder, CancelRefusal>>;
  /** @returns ids of the canceled orders. */
  cancelAll(
    request: OrderRequest & { readonly marketId: number },
  ): Promise<
    Result<readonly number[], 'market_not_found' | 'market_halted' | 'service_unavailable'>
  >;
  /** False when the overload is so high that even cancels are refused. */
  takesCancels(): Promise<boolean>;
  /**
   * Ends every open order of the market in any status, with the reason `operator`.
   * @returns ids of the orders that were open.
   */
  closeOrders(
    request: MarketRequest,
  ): Promise<Result<readonly number[], 'market_not_found' | 'service_unavailable'>>;
  /**
   * Books `seed.grant` of `server/ledger/recipes.ts` in the spot journal; durable when it resolves. The
   * account for custody belongs to both journals, so that it is changed by an increment, never
   * overwritten. For demos and tests. @throws Error when the exchange is closed.
   */
  grant(grant: SpotGrant): Promise<void>;
  /** Takes a stored market without orders among its markets. */
  addMarket(rules: SpotMarketRules): void;
  /** Applies to later commands; durable when it resolves. */
  setStatus(marketId: number, status: MarketStatus): Promise<void>;
}

/** The committed state, read synchronously. A listener that follows the batches in order can keep a full copy. */
export interface SpotView {
  /** Grows while the server runs. */
  readonly markets: ReadonlyMap<number, SpotMarketRules>;
  /** Committed open orders of an owner, newest first. */
  openOrders(ownerId: number): readonly SpotOrder[];
  /** Committed spot balances of an owner, read from the store where memory does not have them yet. */
  loadBalances(ownerId: number): Promise<readonly SpotBalance[]>;
  /** Whether memory has the balances of the owner. */
  hasBalances(ownerId: number): boolean;
  /** Committed spot balances of an owner who {@link hasBalances}. @throws AssertionError for another. */
  balances(ownerId: number): readonly SpotBalance[];
  /** The committed order book with all levels, for listeners that then follow `levels` of the batches. */
  depth(marketId: number): Depth;
  /** Calls the listener synchronously after each commit, in order. @returns a function that unsubscribes. */
  subscribe(listener: SpotListener): () => void;
}

/** Spot trading as the process that writes it opens it; other modules take the half that they need. */
export interface SpotExchange extends SpotCommands, SpotView, PostingWriter {
  /** Commits accepted commands, then rejects new ones. */
  close(): Promise<void>;
}

/** Prices that no trade of the exchange sets, for bands and the market maker. */
export interface ReferencePrices {
  /** Returns the price in ticks of the market; null when it is unknown or too old: no order is accepted then. */
  priceTicks(marketId: number): number | null;
}
