/** Payment of a fast contract to its owner. The rates are those of the order, which nothing changes later. */
import { assert } from '../assert.ts';
import { PPM } from '../money/fee.ts';
import { divide, mulDiv } from '../money/rounding.ts';
import { units, type Units } from '../money/units.ts';
import type { MicroOutcome } from './micro-settlement.ts';

/** Rates of a fast contract in millionths of the stake. */
interface MicroRates {
  /** Amount that a win adds; above 0. */
  readonly profitPpm: number;
  /** Amount that a loss takes; above 0, at most the stake. */
  readonly lossPpm: number;
}

const WHOLE = BigInt(PPM);
/** Hundredths of a percent in one. */
const WHOLE_BP = 10_000n;

/** Returns the profit of a win, rounded down: the pool sets it aside when the contract opens. */
export function microProfitOf(stake: Units, { profitPpm }: MicroRates): Units {
  assert(stake > 0n, 'a stake is above zero');
  return units(mulDiv(stake, BigInt(profitPpm), WHOLE, 'floor'));
}

/** Returns the amount that the owner gets back: the stake with the profit of a win, or its rest. The loss is rounded up. */
export function microPayoutOf(outcome: MicroOutcome, stake: Units, rates: MicroRates): Units {
  assert(rates.lossPpm > 0 && rates.lossPpm <= PPM, 'a loss is at most the stake');
  switch (outcome) {
    case 'won':
      return units(stake + microProfitOf(stake, rates));
    case 'lost':
      return units(stake - mulDiv(stake, BigInt(rates.lossPpm), WHOLE, 'ceil'));
    default:
      return stake;
  }
}

/** Returns the share of wins from which on a user loses nothing in the long run, in hundredths of a percent, rounded up. */
export const breakEvenBp = ({ profitPpm, lossPpm }: MicroRates): number =>
  Number(divide(BigInt(lossPpm) * WHOLE_BP, BigInt(profitPpm + lossPpm), 'ceil'));
