/** The open rest of an incoming order and its stop rules, shared by the match and its preview. */
import type { ExpiryReason, IncomingOrder } from './engine-types.ts';
import type { RestingOrder } from './resting-order.ts';

/** One instance serves all orders of an order book in turn; call `begin` for each. */
export class Demand {
  /** Lots still to take; infinite for a buy by amount until its budget is spent. */
  remainingLots = 0;
  /** Reason for which the rest of the order expired; null if it did not. */
  expired: ExpiryReason | null = null;
  #ownerId = 0;
  #isBuy = false;
  #isLimit = false;
  #isByAmount = false;
  /** Worst price that the order allows. */
  #ownWorstTicks = 0;
  /** Worst price it may match now. */
  #worstTicks = 0;
  /** Reason for which it expires at a worse price; null for one that rests. */
  #beyond: ExpiryReason | null = null;
  /** Tick-lots it may still spend; null without a bound. */
  #budget: bigint | null = null;
  #hasTaken = false;

  begin(order: IncomingOrder): void {
    this.expired = null;
    this.#hasTaken = false;
    this.#ownerId = order.ownerId;
    this.#isBuy = order.side === 'buy';
    this.#isLimit = order.kind === 'limit';
    this.#isByAmount = order.quantityLots === null;
    this.remainingLots = order.quantityLots ?? Number.POSITIVE_INFINITY;
    this.#ownWorstTicks =
      (order.kind === 'limit' ? order.priceTicks : order.worstPriceTicks) ??
      (this.#isBuy ? Number.POSITIVE_INFINITY : 0);
    this.#worstTicks = this.#ownWorstTicks;
    this.#beyond = this.#isLimit ? null : 'price_band';
    this.#budget = order.kind === 'limit' ? null : order.budgetTickLots;
  }

  /** From now on no worse price than `ticks` is matched, even if the order allows it. */
  narrow(ticks: number): void {
    const isTighter = this.#isBuy ? ticks < this.#ownWorstTicks : ticks > this.#ownWorstTicks;
    this.#worstTicks = isTighter ? ticks : this.#ownWorstTicks;
    this.#beyond = isTighter || !this.#isLimit ? 'price_band' : null;
  }

  /**
   * Returns the lots to take from this resting order, the next in line; 0 when the match stops
   * here.
   */
  lotsFrom(resting: RestingOrder): number {
    const { priceTicks } = resting.level;
    if (this.remainingLots === 0) return 0;
    const lots = this.#affordable(priceTicks, Math.min(this.remainingLots, resting.remainingLots));
    if (lots === 0) return this.#stop(this.#isByAmount && this.#hasTaken ? null : 'no_liquidity');
    if (this.#isBuy ? priceTicks > this.#worstTicks : priceTicks < this.#worstTicks)
      return this.#stop(this.#beyond);
    if (resting.ownerId === this.#ownerId) return this.#stop('self_trade');
    return lots;
  }

  /** Subtracts a fill from the demand. */
  take(priceTicks: number, lots: number): void {
    this.#hasTaken = true;
    this.remainingLots -= lots;
    if (this.#budget === null) return;
    this.#budget -= BigInt(priceTicks) * BigInt(lots);
    // Prices only get worse for a buy, so a budget that cannot pay one more lot here cannot pay one
    // at later prices.
    if (this.#isByAmount && this.#budget < BigInt(priceTicks)) this.remainingLots = 0;
  }

  /** Ends the demand when the other side has no more orders. */
  exhausted(): void {
    if (this.remainingLots > 0 && !this.#isLimit) this.#stop('no_liquidity');
  }

  #stop(expired: ExpiryReason | null): 0 {
    this.expired = expired;
    return 0;
  }

  #affordable(priceTicks: number, lots: number): number {
    if (this.#budget === null) return lots;
    const affordable = this.#budget / BigInt(priceTicks);
    return affordable < BigInt(lots) ? Number(affordable) : lots;
  }
}
