/**
 * Input and output types of one market's matching engine. Every number is an integer that a double
 * holds exactly: prices in ticks, quantities in lots, budgets in tick-lots (bigint). The engine
 * knows neither currencies nor balances, and uses no clock and no randomness.
 */

export type Side = 'buy' | 'sell';

/** `price` and `quantity` are at least 1 and at most {@link Number.MAX_SAFE_INTEGER}. */
export interface LimitOrder {
  readonly kind: 'limit';
  readonly id: number;
  readonly ownerId: number;
  readonly side: Side;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Takes resting orders immediately, up to `worstPriceTicks`; the rest expires. */
export interface MarketOrder {
  readonly kind: 'market';
  readonly id: number;
  readonly ownerId: number;
  readonly side: Side;
  /** Null for a buy by amount. */
  readonly quantityLots: number | null;
  /**
   * Highest total cost of a buy, in tick-lots; null if only `quantityLots` limits it. At each price
   * the order buys budget / price whole lots; a rest that pays no further lot is left over.
   */
  readonly budgetTickLots: bigint | null;
  /** End of the price band; null without one. */
  readonly worstPriceTicks: number | null;
}

export type IncomingOrder = LimitOrder | MarketOrder;

/** One trade between the incoming order and a resting one, at the resting price. */
export interface Fill {
  readonly makerOrderId: number;
  readonly makerOwnerId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** Lots of the resting order after the fill; 0 means it was removed. */
  readonly makerRemainingLots: number;
}

/**
 * self_trade: the next order has the same owner. no_liquidity: no more orders, or the budget pays
 * no lot of the next one (a buy by amount that took something has then succeeded instead).
 * price_band: the next order is beyond `worstPriceTicks`, and the budget would pay it.
 */
export type ExpiryReason = 'self_trade' | 'no_liquidity' | 'price_band';

export interface PlaceOutcome {
  /** Fills in the order in which they happened. */
  readonly fills: readonly Fill[];
  /** Lots that now rest in the order book; 0 if none. */
  readonly restingLots: number;
  /** Reason for which the rest of the order expired; null when it rests or nothing was left. */
  readonly expired: ExpiryReason | null;
}

/**
 * A price and the sum of the lots that rest there; in a change, 0 lots mean that the level is gone.
 */
export interface Level {
  readonly priceTicks: number;
  readonly quantityLots: number;
}

export interface Depth {
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/**
 * The order book of one market, with price-time priority. The caller must reject invalid orders;
 * the engine accepts every order it gets.
 */
export interface MatchingEngine {
  /**
   * Matches the order, then rests the remainder of a limit order. @throws AssertionError for an id
   * that is in the order book and for sizes that are no positive safe integers; nothing has changed
   * then.
   */
  place(order: IncomingOrder): PlaceOutcome;
  /**
   * Restores an open order at start, in the order of ids, without matching. @throws AssertionError
   * when it would cross.
   */
  restore(order: LimitOrder): void;
  /** Removes an order. @returns the lots that rested, 0 when it is not in the order book. */
  cancel(orderId: number): number;
  /** Best resting price of the side, null when it is empty. */
  bestPrice(side: Side): number | null;
  /** Lots that rest at the price; 0 if none. */
  lotsAt(side: Side, priceTicks: number): number;
  /**
   * Returns the lots that a market order of this side and size would take now, and their cost in
   * tick-lots, without changing anything. The owner's own orders end the sweep, as they would end the
   * match. @param end cost in tick-lots at which the preview stops; the result is then a part.
   */
  preview(
    order: MarketOrder,
    end?: bigint,
  ): { readonly lots: number; readonly costTickLots: bigint };
  /** The first `levels` of each side. */
  depth(levels: number): Depth;
  /**
   * Returns the levels that changed since the last call, each once, in their present state. They
   * are kept until the call.
   */
  takeChangedLevels(): readonly { readonly side: Side; readonly level: Level }[];
  /**
   * Ids of the owner's resting orders, oldest first. The first call for an owner scans the whole
   * order book.
   */
  ordersOf(ownerId: number): readonly number[];
}

/** An engine that matches a large order in several steps, so that each step is short. */
export interface SteppedEngine extends MatchingEngine {
  /** Whether an order has further steps. Nothing else may happen in this order book before the last one. */
  readonly isPaused: boolean;
  /**
   * Like `place`, with at most `fillsMax` fills. If the order can take more, it is paused: it neither rests
   * nor expires yet. @param worstTicks worst price to match, if that is stricter than the order itself.
   */
  begin(order: IncomingOrder, fillsMax: number, worstTicks?: number): PlaceOutcome;
  /**
   * Continues the paused order with at most `fillsMax` further fills. @param worstTicks worst price to match
   * in this step; an order that would match a worse one expires with `price_band`.
   */
  continueOrder(fillsMax: number, worstTicks: number): PlaceOutcome;
  /** Ends the paused order: it takes nothing more and does not rest. */
  abandonOrder(): void;
}
