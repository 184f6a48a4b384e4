/** Limits guessing: the number of failures within a short window and within a day, across all addresses (RULES). */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import {
  deleteAttempt,
  insertAttempt,
  selectAttemptTimes,
} from '../../kit/limits/attempts.repo.ts';
import type { AttemptKey } from '../../kit/limits/attempts.repo.ts';
import { allowedAgainAt, secondsUntil } from '../../kit/limits/window-limit.ts';
import type { WindowLimit } from '../../kit/limits/window-limit.ts';

export interface GuessLimits<E extends ErrorName> {
  readonly ofWindow: WindowLimit;
  readonly dayMax: number;
  /** The error when a limit is reached. */
  readonly error: E;
}

/** An attempt that may be checked; it counts as failed until it is forgiven. */
export interface Admission {
  readonly attemptId: number;
  /** Whether no further attempt is admitted if this one fails. */
  readonly isLast: boolean;
}

/**
 * Counts the attempt before it is checked, so that parallel attempts in any number of processes cannot
 * pass the limit.
 * @param restartedAt earlier failures count for the day alone.
 */
export async function admitGuess<E extends ErrorName>(
  database: Executor,
  key: AttemptKey,
  limits: GuessLimits<E>,
  now: EpochMs,
  restartedAt: EpochMs = 0,
): Promise<Result<Admission, E>> {
  const attemptId = await insertAttempt(database, key, now);
  const times = await selectAttemptTimes(database, key, now - DAY_MS, limits.dayMax, attemptId);
  const standing = standingOf(times, limits, now, restartedAt);
  if (standing.waitS > 0) {
    await deleteAttempt(database, attemptId);
    return refuse(limits.error, standing.waitS);
  }
  return ok({ attemptId, isLast: standing.isLast });
}

/** Takes back the count of an attempt that was right, or was not checked. */
export const forgiveGuess = (database: Executor, admission: Admission): Promise<void> =>
  deleteAttempt(database, admission.attemptId);

/**
 * Returns whole seconds until an attempt is admitted again; 0 when it is now.
 * @param times of the failures of the day, newest first.
 */
export const guessWaitS = (
  times: readonly EpochMs[],
  limits: GuessLimits<ErrorName>,
  now: EpochMs,
): number => standingOf(times, limits, now, 0).waitS;

/** @param times of the failures of the day, newest first. */
function standingOf(
  times: readonly EpochMs[],
  { ofWindow, dayMax }: GuessLimits<ErrorName>,
  now: EpochMs,
  restartedAt: EpochMs,
) {
  const windowStart = Math.max(now - ofWindow.windowMs, restartedAt);
  const inWindow = times.filter((at) => at > windowStart);
  const admittedAt = Math.max(
    allowedAgainAt(inWindow, ofWindow),
    allowedAgainAt(times, { max: dayMax, windowMs: DAY_MS }),
  );
  return {
    waitS: secondsUntil(admittedAt, now),
    isLast: inWindow.length === ofWindow.max - 1 || times.length === dayMax - 1,
  };
}
