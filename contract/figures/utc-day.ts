/** The number of a UTC day. The nights of contracts and the daily limits of fast contracts count by it. */
import { DAY_MS, type EpochMs } from '../time.ts';

/** Returns the number of the UTC day since 1970-01-01. */
export const utcDayOf = (time: EpochMs): number => Math.floor(time / DAY_MS);
