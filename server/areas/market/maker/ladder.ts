/** The ladder of quotes around a price: the places of its rungs, and the open quotes that must change. Pure. */
import type { OrderSide } from '../../../../contract/spot/spot.ts';

/** The most quotes on each side. */
export const RUNGS = 12;
/** Distance of the first rung, as a part of the price, and the growth of the distance per rung. */
const FIRST_DISTANCE = 0.00025;
const DISTANCE_GROWTH = 1.46;
/** The most by which the middle is off the present price, as a part of it: less than the nearest first rung. */
const MIDDLE_OFF_MAX = FIRST_DISTANCE / 2;
/** Lots of the first rung, in mean trades, and the growth of the size per rung. */
const FIRST_SIZE_DEALS = 6;
const SIZE_GROWTH = 1.2;
/** Random deviations of a quote from the place and size of its rung, up to these parts. */
const DISTANCE_JITTER = 0.12;
const SIZE_JITTER = 0.4;
/** The deviation of a quote from its rung, as a part of the rung's distance, above which it is replaced. */
const SLACK = 0.6;

/** One quote to place. */
export interface Quote {
  readonly side: OrderSide;
  /** 0 is next to the price. */
  readonly rung: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** One quote that rests in the order book. */
export interface OpenQuote extends Pick<Quote, 'side' | 'rung' | 'priceTicks'> {
  readonly orderId: number;
}

export interface LadderView {
  /** The present price in ticks. No quote trades at a worse one. */
  readonly referenceTicks: number;
  /** The middle of the ladder in ticks, within {@link middleNear} the present price. */
  readonly midTicks: number;
  /** Quotes on each side, at most {@link RUNGS}. */
  readonly rungs: number;
  readonly open: readonly OpenQuote[];
  /** Sides on which no quote is placed now. */
  readonly resting: ReadonlySet<OrderSide>;
  /** Lots of a mean trade in the market. */
  readonly dealLots: number;
  /** The fewest lots of a quote at a price. */
  readonly leastLots: (priceTicks: number) => number;
  /** Tolerated deviation of a quote, as a part of the price, if that is more than the quote's slack. */
  readonly slackMin: number;
  /** Uniform in [0, 1). */
  readonly chance: () => number;
}

export interface QuotePlan {
  /** Orders to cancel before the others are placed. */
  readonly cancel: readonly number[];
  readonly place: readonly Quote[];
}

export const SIDES: readonly OrderSide[] = ['buy', 'sell'];

/**
 * Plans the changes after which each rung has a quote close enough to it, and no two quotes match. On a
 * resting side, rungs may stay without a quote.
 */
export function planQuotes(view: LadderView): QuotePlan {
  const kept = new Map<string, OpenQuote>();
  for (const quote of view.open) {
    const key = keyOf(quote);
    if (!kept.has(key) && isInPlace(view, quote) && !isPassed(quote, view.referenceTicks))
      kept.set(key, quote);
  }
  const place: Quote[] = [];
  let missing = missingRungs(view, kept);
  while (missing.length > 0) {
    const due = missing.filter(({ side }) => !view.resting.has(side));
    place.push(...due.map(({ side, rung }) => newQuote(view, side, rung)));
    // A quote of a rung that would match a new one of the other side is replaced too.
    missing = [...kept.values()].filter((quote) => place.some((fresh) => crosses(quote, fresh)));
    for (const quote of missing) kept.delete(keyOf(quote));
  }
  const keptIds = new Set(Array.from(kept.values(), ({ orderId }) => orderId));
  return {
    cancel: view.open.filter(({ orderId }) => !keptIds.has(orderId)).map(({ orderId }) => orderId),
    place,
  };
}

/** Returns whether the present price has passed a quote, so that its taker gains. */
export const isPassed = ({ side, priceTicks }: OpenQuote, referenceTicks: number): boolean =>
  side === 'buy' ? priceTicks > referenceTicks : priceTicks < referenceTicks;

/** Returns the smoothed price, or the nearest one around which no new quote is beyond the present price. */
export const middleNear = (smoothedTicks: number, referenceTicks: number): number =>
  Math.min(
    Math.max(smoothedTicks, referenceTicks * (1 - MIDDLE_OFF_MAX)),
    referenceTicks * (1 + MIDDLE_OFF_MAX),
  );

const keyOf = ({ side, rung }: Pick<Quote, 'side' | 'rung'>): string => `${side} ${rung}`;

function missingRungs(
  view: LadderView,
  kept: ReadonlyMap<string, OpenQuote>,
): Pick<Quote, 'side' | 'rung'>[] {
  const rungs = Array.from({ length: view.rungs }, (_, rung) =>
    SIDES.map((side) => ({ side, rung })),
  );
  return rungs.flat().filter((rung) => !kept.has(keyOf(rung)));
}

function crosses(a: Pick<Quote, 'side' | 'priceTicks'>, b: Quote): boolean {
  if (a.side === b.side) return false;
  return a.side === 'buy' ? a.priceTicks >= b.priceTicks : a.priceTicks <= b.priceTicks;
}

/** Distance as a part of the price. */
const distanceOf = (rung: number): number => FIRST_DISTANCE * DISTANCE_GROWTH ** rung;

/** At least one tick more for each rung, even if ticks are coarse. */
const leastTicksOff = (rung: number): number => rung + 1;

function isInPlace({ midTicks, slackMin }: LadderView, { side, rung, priceTicks }: OpenQuote) {
  const off = (side === 'buy' ? midTicks - priceTicks : priceTicks - midTicks) / midTicks;
  // With coarse ticks, a quote as near as possible does not count as off, because it would be replaced
  // forever.
  const distance = Math.max(distanceOf(rung), leastTicksOff(rung) / midTicks);
  return Math.abs(off - distance) <= Math.max(SLACK * distance, slackMin);
}

function newQuote(view: LadderView, side: OrderSide, rung: number): Quote {
  const { midTicks, dealLots, chance } = view;
  const distance = distanceOf(rung) * jitter(chance(), DISTANCE_JITTER);
  const offTicks = Math.max(leastTicksOff(rung), Math.round(midTicks * distance));
  const priceTicks = side === 'buy' ? Math.max(1, midTicks - offTicks) : midTicks + offTicks;
  const lots = dealLots * FIRST_SIZE_DEALS * SIZE_GROWTH ** rung * jitter(chance(), SIZE_JITTER);
  return {
    side,
    rung,
    priceTicks,
    quantityLots: Math.max(Math.round(lots), view.leastLots(priceTicks)),
  };
}

/** Returns a factor around 1, by up to `part`. */
const jitter = (uniform: number, part: number): number => 1 + part * (2 * uniform - 1);
