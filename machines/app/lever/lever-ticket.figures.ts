/**
 * Cost and consequences of the order in the ticket: exact, by the formulas of the server. Amounts are units of
 * the settlement currency, prices ticks.
 */
import { riskRatioBpOf, stopOutTicksOf } from '../../../contract/figures/lever-account.ts';
import {
  entryTicksOf,
  limitMarkOf,
  openingCostOf,
  profitOf,
  reserveOf,
  signOf,
  type LeverTerms,
  type OpeningCost,
} from '../../../contract/figures/lever-order.ts';
import type { LeverMarketInfo } from '../../../contract/lever/lever.ts';
import { PPM } from '../../../contract/money/fee.ts';
import { divide, mulDiv } from '../../../contract/money/rounding.ts';
import { exposureOf, instrumentText, markTicksOf, type Portfolio } from './lever-portfolio.ts';
import { tickLotUnitsOf, ticksOf } from './lever-prices.ts';
import type { LeverTicketFacts, LeverTicketFields } from './lever-ticket.types.ts';
import { stopOutBefore } from './targets.rules.ts';

const WHOLE_PERCENT = 100n;
const WHOLE_LOTS = /^[1-9]\d{0,8}$/;

/** Returns the typed lots; null unless it is a whole number above 0. */
export const lotsOf = (typed: string): number | null =>
  WHOLE_LOTS.test(typed) ? Number(typed) : null;

/** Returns the chosen multiple; null unless the market offers it. */
export function multipleOf({ multiple }: LeverTicketFields, { market }: LeverTicketFacts) {
  return market.multiples.find((offered) => String(offered) === multiple) ?? null;
}

const termsOf = (
  { direction }: LeverTicketFields,
  { market }: LeverTicketFacts,
  size: Pick<LeverTerms, 'lots' | 'multiple'>,
): LeverTerms => ({
  direction,
  ...size,
  spreadPpm: market.spread_ppm,
  feePpm: market.fee_ppm,
  nightPpm: market.night_ppm,
  tickLotUnits: tickLotUnitsOf(market),
});

/** The price at which the order opens, and the mark at that moment; in ticks. */
interface EntryTicks {
  readonly entry: number;
  readonly mark: number;
}

/** Returns the entry of the ticket; null while the mark, or the price of a limit order, is unknown. */
export function entryOf(fields: LeverTicketFields, facts: LeverTicketFacts): EntryTicks | null {
  const { direction, type, price } = fields;
  const { market, mark } = facts;
  if (type === 'market') {
    const ticks = ticksOf(market, mark.price ?? '');
    return ticks === null
      ? null
      : { entry: entryTicksOf(direction, ticks, market.spread_ppm), mark: ticks };
  }
  const entry = ticksOf(market, price);
  if (entry === null) return null;
  return { entry, mark: limitMarkOf(direction, entry, market.spread_ppm) };
}

/** State of the account after an opening. */
interface AfterOpening {
  readonly equity: bigint;
  /** Sum of all positions. */
  readonly margin: bigint;
  /** Longs less shorts of this market in units of the instrument, decimal text. */
  readonly exposure: string;
  /** Hundredths of a percent. */
  readonly ratioBp: bigint | null;
  /** Null when no price closes the positions. */
  readonly stopOutTicks: number | null;
}

export interface LeverTicketFigures extends OpeningCost, EntryTicks {
  readonly terms: LeverTerms;
  /** Amount that the placement takes from the usable margin: margin and fee, or the reserve of a limit order. */
  readonly needed: bigint;
  /** The loss right after the opening, because entry price and mark differ. */
  readonly spreadCost: bigint;
  /** The worst entry price that a market order accepts, and its distance in millionths; null for a limit order. */
  readonly worst: { readonly ticks: number; readonly distancePpm: number } | null;
  /** Profit at take-profit and stop-loss without fees; null without the target. */
  readonly atTakeProfit: bigint | null;
  readonly atStopLoss: bigint | null;
  /** The stop-out price, if the mark passes it before the stop-loss. */
  readonly stopOutBefore: number | null;
  /** Null while the account is unknown. */
  readonly after: AfterOpening | null;
}

/** Returns the figures; null until size, multiple and price are known. */
export function ticketFigures(
  fields: LeverTicketFields,
  facts: LeverTicketFacts,
): LeverTicketFigures | null {
  const lots = lotsOf(fields.lots);
  const multiple = multipleOf(fields, facts);
  const at = entryOf(fields, facts);
  if (lots === null || multiple === null || at === null) return null;
  const terms = termsOf(fields, facts, { lots, multiple });
  const cost = openingCostOf(terms, at.entry);
  const profitAt = (price: string): bigint | null => {
    const ticks = ticksOf(facts.market, price);
    return ticks === null ? null : profitOf(terms, at.entry, ticks);
  };
  const after =
    facts.portfolio === null ? null : afterOpening(facts.portfolio, facts.market, { terms, at });
  return {
    ...cost,
    ...at,
    terms,
    needed: neededOf(fields, terms, at.entry),
    spreadCost: -profitOf(terms, at.entry, at.mark),
    worst:
      fields.type === 'market'
        ? { ticks: worstEntry(terms.direction, at.entry), distancePpm: WORST_DISTANCE_PPM }
        : null,
    atTakeProfit: profitAt(fields.takeProfit),
    atStopLoss: profitAt(fields.stopLoss),
    stopOutBefore:
      after === null
        ? null
        : stopOutBefore(fields.stopLoss, facts.market, {
            direction: terms.direction,
            markTicks: at.mark,
            stopOutTicks: after.stopOutTicks,
          }),
    after,
  };
}

function neededOf({ type }: LeverTicketFields, terms: LeverTerms, entry: number): bigint {
  if (type === 'limit') return reserveOf(terms, entry);
  const { margin, fee } = openingCostOf(terms, entry);
  return margin + fee;
}

/** Returns the account after an opening, at the mark of that moment; other marks stay. */
export function afterOpening(
  portfolio: Portfolio,
  market: LeverMarketInfo,
  { terms, at }: { readonly terms: LeverTerms; readonly at: EntryTicks },
): AfterOpening {
  const cost = openingCostOf(terms, at.entry);
  const before = exposureOf(portfolio, market.id);
  const markNow = markTicksOf(portfolio, market.id) ?? at.mark;
  const equity =
    portfolio.equity +
    before * BigInt(at.mark - markNow) -
    cost.fee +
    profitOf(terms, at.entry, at.mark);
  const margin = portfolio.margin + cost.margin;
  const unitsPerTick =
    before + BigInt(signOf(terms.direction)) * BigInt(terms.lots) * terms.tickLotUnits;
  return {
    equity,
    margin,
    exposure: instrumentText(unitsPerTick, market.price_scale),
    ratioBp: riskRatioBpOf(equity, margin),
    stopOutTicks: stopOutTicksOf({ markTicks: at.mark, unitsPerTick }, equity, margin),
  };
}

/**
 * Returns the lots that `percent` (0 to 100) of the usable margin pays, as text; empty when it pays too few.
 * Null while the account or the price is unknown.
 */
export function lotsOfPercent(
  fields: LeverTicketFields,
  facts: LeverTicketFacts,
  percent: number,
): string | null {
  const multiple = multipleOf(fields, facts);
  const at = entryOf(fields, facts);
  if (facts.portfolio === null || multiple === null || at === null) return null;
  const share = mulDiv(facts.portfolio.usable, BigInt(percent), WHOLE_PERCENT, 'floor');
  const ofOneLot = neededOf(fields, termsOf(fields, facts, { lots: 1, multiple }), at.entry);
  if (ofOneLot === 0n) return null;
  const { lots_min: least, lots_max: most } = facts.market;
  const lots = divide(share, ofOneLot, 'floor');
  if (lots < BigInt(least)) return '';
  return String(lots > BigInt(most) ? most : lots);
}

/** Returns the part of the usable margin that the order takes, in whole percents, 100 at most. */
export function percentOfUsable(
  figures: LeverTicketFigures | null,
  portfolio: Portfolio | null,
): number {
  if (figures === null || portfolio === null) return 0;
  if (portfolio.usable === 0n) return WHOLE;
  const percent = Number(mulDiv(figures.needed, WHOLE_PERCENT, portfolio.usable, 'floor'));
  return Math.min(percent, WHOLE);
}
const WHOLE = 100;

/**
 * Returns the price at which the position has won (take-profit) or lost (stop-loss) `percent` of its margin,
 * rounded to the farther tick; null when there is none above 0.
 */
export function targetTicks(
  target: 'takeProfit' | 'stopLoss',
  percent: number,
  position: {
    readonly direction: LeverTerms['direction'];
    readonly multiple: number;
    readonly entry: number;
  },
): number | null {
  const { direction, multiple, entry } = position;
  const distance = mulDiv(BigInt(entry), BigInt(percent), WHOLE_PERCENT * BigInt(multiple), 'ceil');
  const sign = signOf(direction) * (target === 'takeProfit' ? 1 : -1);
  const ticks = entry + sign * Number(distance);
  return ticks > 0 ? ticks : null;
}

/** A market order opens at most so far from the entry price that its owner saw, in millionths. */
const WORST_DISTANCE_PPM = 5_000;

/** Returns the worst entry price of a market order, in ticks. @param entry the price that its owner sees. */
export function worstEntry(direction: LeverTerms['direction'], entry: number): number {
  const distance = mulDiv(BigInt(entry), BigInt(WORST_DISTANCE_PPM), BigInt(PPM), 'ceil');
  return Math.max(1, entry + signOf(direction) * Number(distance));
}

/** A first limit price is this far from the mark, in thousandths. */
const LIMIT_DISTANCE = 5n;
const WHOLE_THOUSANDTHS = 1_000n;

/** Returns a limit price on the right side of the mark, in ticks. */
export function suggestedLimit(direction: LeverTerms['direction'], markTicks: number): number {
  const distance = mulDiv(BigInt(markTicks), LIMIT_DISTANCE, WHOLE_THOUSANDTHS, 'ceil');
  return markTicks - signOf(direction) * Number(distance);
}
