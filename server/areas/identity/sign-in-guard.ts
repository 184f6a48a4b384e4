/** Limits password guessing per account, across all addresses and whether or not the account exists (RULES). */
import { LIMITS } from '../../../contract/limits.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import type { AccountName } from './account-name.ts';
import { deleteAttempts } from '../../kit/limits/attempts.repo.ts';
import { admitGuess } from './guess-guard.ts';
import type { Admission, GuessLimits } from './guess-guard.ts';

const SIGN_IN_LIMITS: GuessLimits<'sign_in_locked'> = {
  ofWindow: { max: LIMITS.sign_in_failures_max, windowMs: LIMITS.sign_in_failure_window_ms },
  dayMax: LIMITS.sign_in_failures_per_day_max,
  error: 'sign_in_locked',
};

const keyOf = (account: AccountName) =>
  ({ kind: 'sign_in_failure', subject: account.value }) as const;

/** See `admitGuess`. A successful sign-in resets the short window, not the day. */
export const admitSignIn = (
  database: Executor,
  account: AccountName,
  lastSignInAt: EpochMs | null,
  now: EpochMs,
): Promise<Result<Admission, 'sign_in_locked'>> =>
  admitGuess(database, keyOf(account), SIGN_IN_LIMITS, now, lastSignInAt ?? 0);

/** Unlocks an account after its owner has proved their identity. */
export const unlockSignIn = (database: Executor, account: AccountName): Promise<void> =>
  deleteAttempts(database, keyOf(account));
