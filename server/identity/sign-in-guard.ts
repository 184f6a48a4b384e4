/** Bounds guessing of passwords per account, across all addresses and whether or not the account exists (RULES). */
import { LIMITS } from '../../contract/limits.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import { DAY_MS } from '../../contract/time.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import type { AccountName } from './account-name.ts';
import {
  deleteAttempt,
  deleteAttempts,
  insertAttempt,
  selectAttemptTimes,
} from './attempts.repo.ts';
import { allowedAgainAt, secondsUntil } from './window-limit.ts';

/** A try that may be checked; it counts as failed until it is forgiven. */
export interface Admission {
  readonly attemptId: number;
  /** Whether the account is locked should this try fail. */
  readonly isLast: boolean;
}

const OF_WINDOW = {
  max: LIMITS.sign_in_failures_max,
  windowMs: LIMITS.sign_in_failure_window_ms,
} as const;
const OF_DAY = { max: LIMITS.sign_in_failures_per_day_max, windowMs: DAY_MS } as const;

const keyOf = (account: AccountName) =>
  ({ kind: 'sign_in_failure', subject: account.value }) as const;

/**
 * Counts the try before it is checked, so that parallel tries in any number of processes can not
 * pass the limit. The short window starts again at the last successful sign-in, the day does not.
 */
export async function admitSignIn(
  database: Executor,
  account: AccountName,
  lastSignInAt: EpochMs | null,
  now: EpochMs,
): Promise<Result<Admission, 'sign_in_locked'>> {
  const key = keyOf(account);
  const attemptId = await insertAttempt(database, key, now);
  const ofDay = await selectAttemptTimes(database, key, now - DAY_MS, OF_DAY.max, attemptId);
  const windowStart = Math.max(now - OF_WINDOW.windowMs, lastSignInAt ?? 0);
  const ofWindow = ofDay.filter((at) => at > windowStart);
  const unlockedAt = Math.max(allowedAgainAt(ofWindow, OF_WINDOW), allowedAgainAt(ofDay, OF_DAY));
  if (unlockedAt > now) {
    await deleteAttempt(database, attemptId);
    return refuse('sign_in_locked', secondsUntil(unlockedAt, now));
  }
  const isLast = ofWindow.length === OF_WINDOW.max - 1 || ofDay.length === OF_DAY.max - 1;
  return ok({ attemptId, isLast });
}

/** Takes back the count of a try that was right, or was not checked after all. */
export const forgiveSignIn = (database: Executor, admission: Admission): Promise<void> =>
  deleteAttempt(database, admission.attemptId);

/** Unlocks an account whose owner has just proved to be the owner. */
export const unlockSignIn = (database: Executor, account: AccountName): Promise<void> =>
  deleteAttempts(database, keyOf(account));
