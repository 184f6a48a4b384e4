/** The next order of the demo flow in a market: side, kind and size. Pure. */
import type { OrderSide } from '../../../../contract/spot/spot.ts';
import type { NewSpotOrder } from '../../spot/spot.area.ts';

/**
 * The deviation of the last price from the reference, as a part of the price, at which the flow prefers
 * a side most.
 */
const LEAN_AT = 0.0012;
/** The highest probability of one side, before {@link TURN_CHANCE} applies. */
const SIDE_CHANCE_MAX = 0.9;
/** The probability that an order that would repeat the last side changes sides, so that the price moves visibly. */
const TURN_CHANCE = 0.85;
/** The flow takes no price that is worse than the reference by this part. */
const WORST_PRICE = 0.01;
/** Sizes follow a Pareto distribution: most are small, few are large. */
const SIZE_TAIL = 1.6;
const SIZE_LEAST = 0.35;
const SIZE_MOST = 12;
/** Parts of the orders that are limit orders at the best price, and buys by amount. */
const LIMIT_SHARE = 0.3;
const AMOUNT_SHARE = 0.15;

export interface DemoDealView {
  readonly referenceTicks: number;
  /** Price of the last trade; null before the first. */
  readonly lastTicks: number | null;
  /** Side of the flow's last order; undefined before the first. */
  readonly lastSide?: OrderSide | undefined;
  readonly bestBidTicks: number | null;
  readonly bestAskTicks: number | null;
  /** Lots of a mean trade in the market. */
  readonly dealLots: number;
  /** The fewest lots of an order at a price. */
  readonly leastLots: (priceTicks: number) => number;
  /** Quote units of one tick times one lot. */
  readonly tickLotUnits: bigint;
  /** Uniform in [0, 1). */
  readonly chance: () => number;
}

export type DemoDeal = Pick<
  NewSpotOrder,
  'side' | 'kind' | 'priceTicks' | 'quantityLots' | 'amount'
>;

/** Returns one order that takes the best price of any owner; null when that price is missing or too bad. */
export function nextDemoDeal(view: DemoDealView): DemoDeal | null {
  const { referenceTicks, bestAskTicks, bestBidTicks, chance } = view;
  const side: OrderSide = chance() < chanceToBuy(view) ? 'buy' : 'sell';
  const best = side === 'buy' ? bestAskTicks : bestBidTicks;
  const size = chance();
  const kind = chance();
  if (best === null) return null;
  const worse = (side === 'buy' ? best - referenceTicks : referenceTicks - best) / referenceTicks;
  if (worse > WORST_PRICE) return null;
  const lots = Math.max(Math.round(view.dealLots * sizeOf(size)), view.leastLots(best));
  if (kind < LIMIT_SHARE) {
    return { side, kind: 'limit', priceTicks: best, quantityLots: lots, amount: null };
  }
  if (side === 'buy' && kind > 1 - AMOUNT_SHARE) {
    const amount = BigInt(best) * BigInt(lots) * view.tickLotUnits;
    return { side, kind: 'market', priceTicks: null, quantityLots: null, amount };
  }
  return { side, kind: 'market', priceTicks: null, quantityLots: lots, amount: null };
}

/** Above a half when the last price is below the reference, so that it follows. */
function chanceToBuy({ referenceTicks, lastTicks, lastSide }: DemoDealView): number {
  const gap = lastTicks === null ? 0 : (referenceTicks - lastTicks) / referenceTicks;
  const chance = 0.5 + (gap / LEAN_AT) * (SIDE_CHANCE_MAX - 0.5);
  const leaning = Math.min(SIDE_CHANCE_MAX, Math.max(1 - SIDE_CHANCE_MAX, chance));
  if (lastSide === undefined) return leaning;
  return lastSide === 'buy' ? leaning * (1 - TURN_CHANCE) : leaning + (1 - leaning) * TURN_CHANCE;
}

/** Returns a size in mean trades. */
function sizeOf(uniform: number): number {
  return Math.min(SIZE_MOST, SIZE_LEAST * (1 - uniform) ** (-1 / SIZE_TAIL));
}
