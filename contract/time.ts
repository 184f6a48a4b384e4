/** Units of time. Time is always an argument: no pure function reads a clock. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

export interface Clock {
  now(): EpochMs;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Returns the start of the minute of `time`. */
export const minuteOf = (time: EpochMs): EpochMs => Math.floor(time / MINUTE_MS) * MINUTE_MS;

/** Returns the start of the UTC day of `time`, which daily limits count by. */
export const dayOf = (time: EpochMs): EpochMs => Math.floor(time / DAY_MS) * DAY_MS;

/** Returns the seconds from one moment to a later one, rounded up. */
export const secondsBetween = (from: EpochMs, to: EpochMs): number =>
  Math.ceil((to - from) / SECOND_MS);
