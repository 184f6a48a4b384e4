/**
 * What goes into the matching engine of one market and what comes out. Everything is a whole number
 * that a double holds exactly: prices in ticks, quantities in lots, budgets in tick-lots (bigint).
 * The engine knows neither currencies nor balances, has no clock and no chance.
 */

export type Side = 'buy' | 'sell';

/** `price` and `quantity` at least 1 and at most {@link Number.MAX_SAFE_INTEGER}. */
export interface LimitOrder {
  readonly kind: 'limit';
  readonly id: number;
  readonly ownerId: number;
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Takes what rests in the book at once, up to `worstPriceTicks`; what it cannot take expires. */
export interface MarketOrder {
  readonly kind: 'market';
  readonly id: number;
  readonly ownerId: number;
  readonly side: Side;
  /** Null for a buy by amount. */
  readonly quantityLots: number | null;
  /**
   * Of a buy: most it may cost, in tick-lots; null where `quantityLots` alone limits it. At each price it
   * pays budget / price whole lots; what pays no further lot is left over.
   */
  readonly budgetTickLots: bigint | null;
  /** End of the price band; null without one. */
  readonly worstPriceTicks: number | null;
}

export type IncomingOrder = LimitOrder | MarketOrder;

/** One meeting of the incoming order with a resting one, at the resting price. */
export interface Fill {
  readonly makerOrderId: number;
  readonly makerOwnerId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** Of the resting order, afterwards; 0 means it is gone. */
  readonly makerRemainingLots: number;
}

/**
 * self_trade: it would have met an order of its own owner. no_liquidity: no more orders, or none of which the
 * budget pays a lot (a buy by amount that took something is then done instead). price_band: the next order is
 * beyond `worstPriceTicks`, and the budget would pay it.
 */
export type ExpiryReason = 'self_trade' | 'no_liquidity' | 'price_band';

export interface PlaceOutcome {
  /** In the order in which they happened. */
  readonly fills: readonly Fill[];
  /** Lots that now rest in the book; 0 when nothing does. */
  readonly restingLots: number;
  /** Why the rest of the order is gone; null when it rests or nothing was left. */
  readonly expired: ExpiryReason | null;
}

/** A price and all lots that rest there; 0 lots in a change says that the level is gone. */
export interface Level {
  readonly priceTicks: number;
  readonly quantityLots: number;
}

export interface Depth {
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The order book of one market, with price-time priority. Refusals are the caller's: every order that gets here counts. */
export interface MatchingEngine {
  /**
   * Matches, then rests what is left of a limit order. @throws AssertionError for an id that is in the book and
   * for sizes that are no positive safe integers; nothing has changed then.
   */
  place(order: IncomingOrder): PlaceOutcome;
  /** Puts an open order back at start, in the order of ids, without matching. @throws AssertionError when it would cross. */
  restore(order: LimitOrder): void;
  /** Takes an order out. @returns the lots that rested, 0 when it is not in the book. */
  cancel(orderId: number): number;
  /** Best resting price of the side, null when it is empty. */
  bestPrice(side: Side): number | null;
  /** Lots that rest at the price, 0 when none do. */
  lotsAt(side: Side, priceTicks: number): number;
  /**
   * What a market order of this side and size would take now, changing nothing: lots, and their cost in
   * tick-lots. Own orders end the sweep, as they would end the match.
   */
  preview(order: MarketOrder): { readonly lots: number; readonly costTickLots: bigint };
  /** The first `levels` of each side. */
  depth(levels: number): Depth;
  /** Levels that changed since the last call, each once, as they are now. Kept until it is called. */
  takeChangedLevels(): readonly { readonly side: Side; readonly level: Level }[];
  /** Ids of the owner's resting orders, oldest first. The first question about an owner looks at the whole book. */
  ordersOf(ownerId: number): readonly number[];
}
