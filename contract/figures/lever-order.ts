/**
 * Formulas of one contract order that the app and the server share. Prices are whole ticks, sizes whole
 * lots, amounts units of the settlement currency. Every division names its rounding.
 */
import { feeOf, PPM } from '../money/fee.ts';
import { divide, mulDiv } from '../money/rounding.ts';
import { units } from '../money/units.ts';
import type { Units } from '../money/units.ts';

/** long: wins when the mark rises. short: wins when it falls. */
export type LeverDirection = 'long' | 'short';

/** The size of an order and the terms that are copied to it at its placement. */
export interface LeverTerms {
  readonly direction: LeverDirection;
  /** Whole lots, above zero. */
  readonly lots: number;
  /** Notional per margin, a whole number from 1. */
  readonly multiple: number;
  /** Distance of the entry price from the mark, in millionths of the mark. */
  readonly spreadPpm: number;
  /** Opening fee, in millionths of the notional. */
  readonly feePpm: number;
  /** Fee of one night, in millionths of the notional. */
  readonly nightPpm: number;
  /** Units of the settlement currency in one tick times one lot. */
  readonly tickLotUnits: bigint;
}

/**
 * The largest part of its margin that an opening may lose by the spread, in millionths: spread times multiple.
 * A loss of half of the margin would be a stop-out.
 */
export const SPREAD_OF_MARGIN_PPM_MAX = 250_000;

const PPM_UNITS = BigInt(PPM);
/** A short may open above its limit; its reserve covers a gap of 1 %. */
const GAP_PERCENT = 101n;
const WHOLE_PERCENT = 100n;

/** Returns 1 for a long and -1 for a short. */
export const signOf = (direction: LeverDirection): 1 | -1 => (direction === 'long' ? 1 : -1);

/**
 * Returns the largest distance of sources that agree, as parts per million of the price. A user who sees the faster source
 * may win the distance twice, at the opening and at the close of a position, and pays spread and fee once.
 */
export const agreedWithinPpmOf = ({
  spreadPpm,
  feePpm,
}: Pick<LeverTerms, 'spreadPpm' | 'feePpm'>): number => Math.floor((spreadPpm + feePpm) / 2);

/** The agreement of the sources of a live mark. */
export interface MarkAgreement {
  /** Whether they agree within the costs that their market has now. */
  readonly isAgreed: boolean;
  /** Their distance, rounded up, in millionths of the lowest price; null without a source. */
  readonly apartPpm: number | null;
}

/**
 * Returns whether the sources also agree within half of spread and fee of the order: the market may have higher ones by now,
 * and the order would win more from the exchange by the faster source than it pays.
 */
export const isAgreedFor = (
  costs: Pick<LeverTerms, 'spreadPpm' | 'feePpm'>,
  mark: MarkAgreement,
): boolean => isAgreedWithin(agreedWithinPpmOf(costs), mark);

/** The same for a distance in parts per million, see {@link agreedWithinPpmOf}. */
export const isAgreedWithin = (withinPpm: number, { isAgreed, apartPpm }: MarkAgreement): boolean =>
  isAgreed && apartPpm !== null && apartPpm <= withinPpm;

/** Returns the price at which an order opens at this mark, rounded against its owner to a tick. */
export function entryTicksOf(
  direction: LeverDirection,
  markTicks: number,
  spreadPpm: number,
): number {
  const spread = BigInt(spreadPpm);
  const mark = BigInt(markTicks);
  return Number(
    direction === 'long'
      ? mulDiv(mark, PPM_UNITS + spread, PPM_UNITS, 'ceil')
      : mulDiv(mark, PPM_UNITS - spread, PPM_UNITS, 'floor'),
  );
}

/**
 * Returns the last mark at which a limit order opens: a long at this mark or below it, a short at it or
 * above it. The entry price there is not worse than the limit, and one tick further it is.
 */
export function limitMarkOf(
  direction: LeverDirection,
  limitTicks: number,
  spreadPpm: number,
): number {
  const spread = BigInt(spreadPpm);
  const limit = BigInt(limitTicks);
  return Number(
    direction === 'long'
      ? mulDiv(limit, PPM_UNITS, PPM_UNITS + spread, 'floor')
      : mulDiv(limit, PPM_UNITS, PPM_UNITS - spread, 'ceil'),
  );
}

/** Returns the value of `lots` at `ticks`, in units, without rounding. */
const notionalOf = (ticks: number, lots: number, tickLotUnits: bigint): Units =>
  units(BigInt(ticks) * BigInt(lots) * tickLotUnits);

/** Returns the amount that a position holds back, rounded up to a unit. */
const marginOf = (notional: bigint, multiple: number): Units =>
  units(divide(notional, BigInt(multiple), 'ceil'));

/** Amounts that an opening at a price takes from its owner, in units. */
export interface OpeningCost {
  readonly notional: Units;
  /** Held back until the position is closed. */
  readonly margin: Units;
  /** Paid once, at the opening. */
  readonly fee: Units;
  /** Due for each night of weight 1, see `nightWeightOf`. */
  readonly nightFee: Units;
}

/** Returns the cost of an opening at this entry price. */
export function openingCostOf(terms: LeverTerms, entryTicks: number): OpeningCost {
  const notional = notionalOf(entryTicks, terms.lots, terms.tickLotUnits);
  return {
    notional,
    margin: marginOf(notional, terms.multiple),
    fee: feeOf(notional, terms.feePpm),
    nightFee: feeOf(notional, terms.nightPpm),
  };
}

/**
 * Returns the amount that a limit order holds back while it is pending: margin and fee at its limit. A gap raises the
 * notional of a short, so its reserve is that of a price 1 % higher, rounded up to a tick.
 */
export function reserveOf(terms: LeverTerms, limitTicks: number): Units {
  const ticks =
    terms.direction === 'long'
      ? limitTicks
      : Number(mulDiv(BigInt(limitTicks), GAP_PERCENT, WHOLE_PERCENT, 'ceil'));
  const { margin, fee } = openingCostOf(terms, ticks);
  return units(margin + fee);
}

/** Returns the result of a position since its opening at this mark, in units; negative for a loss. Exact. */
export const profitOf = (
  { direction, lots, tickLotUnits }: Pick<LeverTerms, 'direction' | 'lots' | 'tickLotUnits'>,
  openTicks: number,
  markTicks: number,
): Units =>
  units(BigInt((markTicks - openTicks) * signOf(direction)) * BigInt(lots) * tickLotUnits);
