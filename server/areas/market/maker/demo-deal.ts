/** What the demo flow does next in a market: side, kind and size of one order. Pure. */
import type { OrderSide } from '../../../../contract/spot/spot.ts';
import type { NewSpotOrder } from '../../spot/spot.area.ts';

/** The part of the price by which the last deal may be off before the flow leans as far as it does. */
const LEAN_AT = 0.0012;
/** It never leans further than this to one side. */
const SIDE_CHANCE_MAX = 0.9;
/** The part of the deals that would repeat the side of the last one and do not: a price that moves is what is looked at. */
const TURN_CHANCE = 0.85;
/** Nobody takes a price that is this part worse than the reference. */
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
  /** Of the last deal; null before any. */
  readonly lastTicks: number | null;
  /** Of the last order of the flow; absent before any. */
  readonly lastSide?: OrderSide | undefined;
  readonly bestBidTicks: number | null;
  readonly bestAskTicks: number | null;
  /** Lots of a mean deal in the market. */
  readonly dealLots: number;
  /** Least lots of an order at a price. */
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

/** One order that takes the best price, whoever offers it; null when there is none worth taking. */
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

/** Above a half where the last price is below the reference, so that it follows. */
function chanceToBuy({ referenceTicks, lastTicks, lastSide }: DemoDealView): number {
  const gap = lastTicks === null ? 0 : (referenceTicks - lastTicks) / referenceTicks;
  const chance = 0.5 + (gap / LEAN_AT) * (SIDE_CHANCE_MAX - 0.5);
  const leaning = Math.min(SIDE_CHANCE_MAX, Math.max(1 - SIDE_CHANCE_MAX, chance));
  if (lastSide === undefined) return leaning;
  return lastSide === 'buy' ? leaning * (1 - TURN_CHANCE) : leaning + (1 - leaning) * TURN_CHANCE;
}

/** In mean deals. */
function sizeOf(uniform: number): number {
  return Math.min(SIZE_MOST, SIZE_LEAST * (1 - uniform) ** (-1 / SIZE_TAIL));
}
