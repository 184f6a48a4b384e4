/** Sums of the daily figures of fast contracts, and how far the payouts are from those at even odds. Pure. */
import { assert } from '../assert.ts';
import { divide } from '../money/rounding.ts';

/** Figures of orders; amounts in units of the stake's currency, except the swings. */
export interface FairnessSums {
  readonly wonUp: number;
  readonly wonDown: number;
  readonly lostUp: number;
  readonly lostDown: number;
  readonly drawn: number;
  readonly unopened: number;
  readonly unpriced: number;
  readonly stake: bigint;
  readonly payout: bigint;
  readonly decidedStake: bigint;
  readonly profit: bigint;
  readonly loss: bigint;
  /** In squared hundredths of the currency, see `microDay` in the contract. */
  readonly swingSquared: bigint;
  /** Sums by which `leanOf` compares stakes with moves of the index, see `microDay` in the contract. */
  readonly leanMinutes: number;
  readonly skewMove: bigint;
  readonly skewSquared: bigint;
  readonly moveSquared: bigint;
  readonly minuteSquared: bigint;
  readonly openingDelayMs: number;
  readonly openingDelayMaxMs: number;
  readonly settlingDelayMs: number;
  readonly settlingDelayMaxMs: number;
}

export const NO_SUMS: FairnessSums = {
  wonUp: 0,
  wonDown: 0,
  lostUp: 0,
  lostDown: 0,
  drawn: 0,
  unopened: 0,
  unpriced: 0,
  stake: 0n,
  payout: 0n,
  decidedStake: 0n,
  profit: 0n,
  loss: 0n,
  swingSquared: 0n,
  leanMinutes: 0,
  skewMove: 0n,
  skewSquared: 0n,
  moveSquared: 0n,
  minuteSquared: 0n,
  openingDelayMs: 0,
  openingDelayMaxMs: 0,
  settlingDelayMs: 0,
  settlingDelayMaxMs: 0,
};

export const addSums = (a: FairnessSums, b: FairnessSums): FairnessSums => ({
  wonUp: a.wonUp + b.wonUp,
  wonDown: a.wonDown + b.wonDown,
  lostUp: a.lostUp + b.lostUp,
  lostDown: a.lostDown + b.lostDown,
  drawn: a.drawn + b.drawn,
  unopened: a.unopened + b.unopened,
  unpriced: a.unpriced + b.unpriced,
  stake: a.stake + b.stake,
  payout: a.payout + b.payout,
  decidedStake: a.decidedStake + b.decidedStake,
  profit: a.profit + b.profit,
  loss: a.loss + b.loss,
  swingSquared: a.swingSquared + b.swingSquared,
  leanMinutes: a.leanMinutes + b.leanMinutes,
  skewMove: a.skewMove + b.skewMove,
  skewSquared: a.skewSquared + b.skewSquared,
  moveSquared: a.moveSquared + b.moveSquared,
  minuteSquared: a.minuteSquared + b.minuteSquared,
  openingDelayMs: a.openingDelayMs + b.openingDelayMs,
  openingDelayMaxMs: Math.max(a.openingDelayMaxMs, b.openingDelayMaxMs),
  settlingDelayMs: a.settlingDelayMs + b.settlingDelayMs,
  settlingDelayMaxMs: Math.max(a.settlingDelayMaxMs, b.settlingDelayMaxMs),
});

/** Figures of a report; null where there is nothing to divide by. */
interface Fairness {
  readonly orders: number;
  readonly won: number;
  readonly lost: number;
  /** Share of wins among orders that won or lost, and the share at which users lose nothing, in hundredths of a percent. */
  readonly rightBp: number | null;
  readonly breakEvenBp: number | null;
  /** Amount that the exchange kept, and the amount at even odds, rounded down; negative for a loss of the exchange. */
  readonly kept: bigint;
  readonly keptAtEvenOdds: bigint;
  /** Distance of the two in standard deviations. */
  readonly deviations: number | null;
  readonly openingDelayMs: number | null;
  readonly settlingDelayMs: number | null;
}

/** Hundredths of a percent in one. */
const WHOLE_BP = 10_000;
/** Hundredths of the currency in one. */
const CENTS = 100;

/** @param scale decimals of the stake's currency. */
export function fairnessOf(sums: FairnessSums, scale: number): Fairness {
  const won = sums.wonUp + sums.wonDown;
  const lost = sums.lostUp + sums.lostDown;
  const opened = won + lost + sums.drawn + sums.unpriced;
  const kept = sums.stake - sums.payout;
  const keptAtEvenOdds = divide(sums.loss - sums.profit, 2n, 'floor');
  const meanOf = (sumMs: number) => (opened === 0 ? null : Math.round(sumMs / opened));
  return {
    orders: opened + sums.unopened,
    won,
    lost,
    rightBp: won + lost === 0 ? null : Math.round((won * WHOLE_BP) / (won + lost)),
    breakEvenBp:
      sums.loss + sums.profit === 0n
        ? null
        : Number(divide(sums.loss * BigInt(WHOLE_BP), sums.loss + sums.profit, 'ceil')),
    kept,
    keptAtEvenOdds,
    deviations: deviationsOf(kept - keptAtEvenOdds, sums.swingSquared, scale),
    openingDelayMs: meanOf(sums.openingDelayMs),
    settlingDelayMs: meanOf(sums.settlingDelayMs),
  };
}

/** A result of even odds lies half a swing above or below its mean. */
function deviationsOf(distance: bigint, swingSquared: bigint, scale: number): number | null {
  assert(scale >= 2, 'a currency of stakes has hundredths');
  if (swingSquared === 0n) return null;
  const cents = (Number(distance) / 10 ** scale) * CENTS;
  return cents / (Math.sqrt(Number(swingSquared)) / 2);
}
