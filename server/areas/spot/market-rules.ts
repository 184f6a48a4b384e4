/** Costs and the price band, computed from the rules of a market. Exact and pure. */
import * as figures from '../../../contract/figures/spot.ts';
import { units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import type { SpotMarketRules } from './spot-exchange.types.ts';

/** Lowest and highest price of an order, in ticks. */
interface PriceBand {
  readonly lowTicks: number;
  readonly highTicks: number;
}

/** Quote units of `lots` at `ticks`. Nothing is rounded, because every currency has 18 decimals. */
export const costOf = (rules: SpotMarketRules, ticks: number, lots: number): Units =>
  units(figures.costOf(BigInt(ticks), BigInt(lots), rules.tickLotUnits));

/** Base units of `lots`. */
export const baseUnitsOf = (rules: SpotMarketRules, lots: number): Units =>
  units(BigInt(lots) * rules.lotUnits);

/** Returns the prices at most `bandPpm` millionths away from `referenceTicks`; the lowest is at least one tick. */
export function priceBandOf(referenceTicks: number, bandPpm: number): PriceBand {
  const { low, high } = figures.priceBandOf(BigInt(referenceTicks), bandPpm);
  return {
    lowTicks: Number(low),
    highTicks: Math.min(Number.MAX_SAFE_INTEGER, Number(high)),
  };
}

/** Returns the worst price at which a market order may fill. */
export function worstPriceOf(
  { priceBandPpm }: SpotMarketRules,
  referenceTicks: number,
  side: 'buy' | 'sell',
): number {
  const { lowTicks, highTicks } = priceBandOf(referenceTicks, priceBandPpm);
  return side === 'buy' ? highTicks : lowTicks;
}
