/** What follows from the rules of a market: costs and the price band. Exact; nothing here reads or keeps anything. */
import * as figures from '../../../contract/figures/spot.ts';
import { units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import type { SpotMarketRules } from './spot-exchange.types.ts';

/** Least and greatest price that an order may have, in ticks. */
export interface PriceBand {
  readonly lowTicks: number;
  readonly highTicks: number;
}

/** Quote units of `lots` at `ticks`. Every currency has 18 decimals, so that nothing is rounded. */
export const costOf = (rules: SpotMarketRules, ticks: number, lots: number): Units =>
  units(figures.costOf(BigInt(ticks), BigInt(lots), rules.tickLotUnits));

/** Base units of `lots`. */
export const baseUnitsOf = (rules: SpotMarketRules, lots: number): Units =>
  units(BigInt(lots) * rules.lotUnits);

/** Prices at most `bandPpm` millionths away from `referenceTicks`; always at least one tick. */
export function priceBandOf(referenceTicks: number, bandPpm: number): PriceBand {
  const { low, high } = figures.priceBandOf(BigInt(referenceTicks), bandPpm);
  return {
    lowTicks: Number(low),
    highTicks: Math.min(Number.MAX_SAFE_INTEGER, Number(high)),
  };
}
