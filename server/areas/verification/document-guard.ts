/** Limits how often a user can learn that a document is registered with another user. */
import { LIMITS } from '../../../contract/limits.ts';
import type { Result } from '../../../contract/result.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { admitGuess, forgiveGuess, type GuessLimits } from '../identity/identity.area.ts';
import type { SubmitError } from './verification.types.ts';

const dayMax = LIMITS.documents_taken_per_day_max;
const LIMITS_OF_DAY: GuessLimits<'rate_limited'> = {
  ofWindow: { max: dayMax, windowMs: DAY_MS },
  dayMax,
  error: 'rate_limited',
};

/** Lets `submit` judge a document while the user has attempts left; only `id_number_taken` uses one up. */
export async function guardDocument<T>(
  database: Executor,
  userId: number,
  now: EpochMs,
  submit: () => Promise<Result<T, SubmitError>>,
): Promise<Result<T, SubmitError>> {
  const key = { kind: 'document_taken', subject: `#${userId}` } as const;
  const admitted = await admitGuess(database, key, LIMITS_OF_DAY, now);
  if (!admitted.ok) return admitted;
  let isTaken = false;
  try {
    const answer = await submit();
    isTaken = !answer.ok && answer.error === 'id_number_taken';
    return answer;
  } finally {
    // Includes attempts that failed because of a server error.
    if (!isTaken) await forgiveGuess(database, admitted.value);
  }
}
