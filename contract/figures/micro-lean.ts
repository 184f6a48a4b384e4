/**
 * Whether the index moved against the side of fast contracts with the larger stakes, as it would if the exchange bent it.
 * Pure; all of it follows from published orders.
 */
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import type { FairnessSums } from './micro-fairness.ts';

/** few: too few orders for a verdict. against: the index moved against the larger stakes. fair: no sign of that. */
export type LeanVerdict = 'few' | 'against' | 'fair';

interface Lean {
  /** Correlation of skew and move, -1 to 1; null without both. */
  readonly correlation: number | null;
  /** Distance of the sum of their products from zero, in standard deviations; null without orders. */
  readonly deviations: number | null;
  readonly verdict: LeanVerdict;
}

type LeanSums = Pick<
  FairnessSums,
  'leanMinutes' | 'skewMove' | 'skewSquared' | 'moveSquared' | 'minuteSquared'
>;

/** An order may wait so long for its opening price. */
const PATIENCE_S = 2;
/** A smaller value has a probability of 3 in 100,000. */
const AGAINST = -4;
/** Independent minutes without which nothing is judged: they can reach 4.5 deviations. */
const MINUTES_MIN = 20;

/**
 * Minutes whose orders run at the same time share moves, so that they are no independent draws. The deviations are
 * those of the least favorable dependence: the sum of minutes that are far enough from each other, as often as it
 * takes to have all of them.
 * @param sums those of one duration. @param seconds the duration.
 */
export function leanOf(sums: LeanSums, seconds: number): Lean {
  const { leanMinutes, skewMove, skewSquared, moveSquared, minuteSquared } = sums;
  const classes = 1 + Math.ceil(((seconds + PATIENCE_S) * SECOND_MS) / MINUTE_MS);
  const size = Math.sqrt(Number(skewSquared)) * Math.sqrt(Number(moveSquared));
  const spread = Math.sqrt(classes * Number(minuteSquared));
  const deviations = spread === 0 ? null : Number(skewMove) / spread;
  return {
    correlation: size === 0 ? null : Number(skewMove) / size,
    deviations,
    verdict: verdictOf(deviations, leanMinutes >= MINUTES_MIN * classes),
  };
}

function verdictOf(deviations: number | null, isEnough: boolean): LeanVerdict {
  if (deviations === null || !isEnough) return 'few';
  return deviations <= AGAINST ? 'against' : 'fair';
}
