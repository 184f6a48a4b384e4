/**
 * The nights of a contract position. Its overnight fee is arithmetic, not a job: the fee of one night times
 * the weights of the midnights since the opening, so that each night counts once, with or without changes at it.
 */
import type { EpochMs } from '../time.ts';
import { utcDayOf } from './utc-day.ts';

/** coin: every night weighs 1. forex: by the settlement days of currencies, which triple on a Wednesday. */
export type NightCalendar = 'coin' | 'forex';

/** Weights of the nights that end a Thursday to a Wednesday; 1970-01-01 was a Thursday. */
const FOREX_WEIGHTS = [1, 1, 0, 0, 1, 1, 3] as const;
const DAYS_OF_WEEK = FOREX_WEIGHTS.length;
const FOREX_WEIGHT_OF_WEEK = FOREX_WEIGHTS.reduce<number>((sum, weight) => sum + weight, 0);

/**
 * Returns the sum of the weights of all midnights UTC after `openedAtMs` and until `untilMs`, that one
 * included; 0 for a moment before the opening. A midnight has the weight of the day that ends with it.
 */
export function nightWeightOf(
  calendar: NightCalendar,
  openedAtMs: EpochMs,
  untilMs: EpochMs,
): number {
  const first = utcDayOf(openedAtMs);
  const last = Math.max(first, utcDayOf(untilMs));
  return calendar === 'coin' ? last - first : weightBefore(last) - weightBefore(first);
}

/** Sum of the weights of the days from 1970-01-01 to the day before `day`. */
function weightBefore(day: number): number {
  const weeks = Math.floor(day / DAYS_OF_WEEK);
  let weight = weeks * FOREX_WEIGHT_OF_WEEK;
  for (let index = 0; index < day - weeks * DAYS_OF_WEEK; index++)
    weight += FOREX_WEIGHTS[index] ?? 0;
  return weight;
}
