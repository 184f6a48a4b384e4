/** Time comes in as an argument: nothing pure reads a clock of its own. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

export interface Clock {
  now(): EpochMs;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** When the UTC day of `time` began: the day of every limit that is counted by days. */
export const dayOf = (time: EpochMs): EpochMs => Math.floor(time / DAY_MS) * DAY_MS;
