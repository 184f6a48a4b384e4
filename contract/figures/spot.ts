/** Formulas of spot trading that the app and the server share. Exact, in whole ticks, lots and units. */
import { PPM } from '../money/fee.ts';
import { mulDiv } from '../money/rounding.ts';

const PPM_UNITS = BigInt(PPM);

/** Decimals of the quote currency, of prices and of quantities of a market. */
interface SpotScales {
  readonly quote: number;
  readonly price: number;
  readonly quantity: number;
}

/**
 * Returns the quote units of one tick times one lot. Currencies have more decimals than prices and
 * quantities together.
 */
export const tickLotUnitsOf = ({ quote, price, quantity }: SpotScales): bigint =>
  10n ** BigInt(quote - price - quantity);

/** Returns the quote units of `lots` at `ticks`, without rounding. */
export const costOf = (ticks: bigint, lots: bigint, tickLotUnits: bigint): bigint =>
  ticks * lots * tickLotUnits;

/** Least and greatest price that an order may have, in ticks. */
export interface PriceBand {
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * Returns the prices at most `bandPpm` millionths away from `referenceTicks`; always at least one
 * tick.
 */
export function priceBandOf(referenceTicks: bigint, bandPpm: number): PriceBand {
  const width = BigInt(bandPpm);
  const low = mulDiv(referenceTicks, PPM_UNITS - width, PPM_UNITS, 'ceil');
  return {
    low: low < 1n ? 1n : low,
    high: mulDiv(referenceTicks, PPM_UNITS + width, PPM_UNITS, 'floor'),
  };
}
