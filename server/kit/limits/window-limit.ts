/** Limits of the form "at most n within a window": computes when the next attempt is allowed. */
import { SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import { selectAttemptTimes } from './attempts.repo.ts';
import type { AttemptKey } from './attempts.repo.ts';

export interface WindowLimit {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Returns the time at which fewer than `max` of the times, newest first, lie within the window; it
 * is past if they do now.
 */
export function allowedAgainAt(times: readonly EpochMs[], { max, windowMs }: WindowLimit): EpochMs {
  const oldestThatCounts = times[max - 1];
  return oldestThatCounts === undefined ? 0 : oldestThatCounts + windowMs;
}

/**
 * Returns the whole seconds until a further attempt of `key` is allowed, without `exceptId`; 0 if
 * it is now.
 */
export async function waitSeconds(
  database: Executor,
  key: AttemptKey,
  limit: WindowLimit,
  now: EpochMs,
  exceptId?: number,
): Promise<number> {
  const since = now - limit.windowMs;
  const times = await selectAttemptTimes(database, key, since, limit.max, exceptId);
  return secondsUntil(allowedAgainAt(times, limit), now);
}

/** Whole seconds from `now` until `at`, rounded up; 0 when it has passed. */
export const secondsUntil = (at: EpochMs, now: EpochMs): number =>
  Math.max(0, Math.ceil((at - now) / SECOND_MS));
