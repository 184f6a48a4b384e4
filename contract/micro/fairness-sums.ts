/** The figures of a day as the call returns them, in the form in which they are added. */
import type { FairnessSums } from '../figures/micro-fairness.ts';
import { parseUnits, SCALE_MAX } from '../money/decimal.ts';
import type { MicroDayInfo } from './fairness.ts';

/** Returns amounts in units of 10^-18. */
export function sumsOfDay(day: MicroDayInfo): FairnessSums {
  const unitsOf = (text: string) => parseUnits(text, SCALE_MAX) ?? 0n;
  return {
    wonUp: day.won_up,
    wonDown: day.won_down,
    lostUp: day.lost_up,
    lostDown: day.lost_down,
    drawn: day.drawn,
    unopened: day.unopened,
    unpriced: day.unpriced,
    stake: unitsOf(day.stake),
    payout: unitsOf(day.payout),
    decidedStake: unitsOf(day.decided_stake),
    profit: unitsOf(day.profit),
    loss: unitsOf(day.loss),
    swingSquared: BigInt(day.swing_squared),
    leanMinutes: day.lean_minutes,
    skewMove: BigInt(day.skew_move),
    skewSquared: BigInt(day.skew_squared),
    moveSquared: BigInt(day.move_squared),
    minuteSquared: BigInt(day.minute_squared),
    openingDelayMs: day.opening_delay_ms,
    openingDelayMaxMs: day.opening_delay_max_ms,
    settlingDelayMs: day.settling_delay_ms,
    settlingDelayMaxMs: day.settling_delay_max_ms,
  };
}
