/** Removes attempts, sessions and codes that no rule needs, once an hour, so that their tables do not grow with time. */
import { LIMITS } from '../../../contract/limits.ts';
import { DAY_MS, HOUR_MS, type Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { IDLE, type Job, type Jobs } from '../../kit/jobs/jobs.ts';
import { deleteOldAttempts } from '../../kit/limits/attempts.repo.ts';
import { deleteUnusedDevices } from './devices.repo.ts';
import { deleteOutlived } from './sessions.repo.ts';
import { deleteExpiredCodes } from './verification-codes.repo.ts';

interface IdentityRemovalParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** Starts the job with a first run in the background, because a server may run for less than an hour. */
export function startIdentityRemoval({ database, clock, jobs }: IdentityRemovalParts): Job {
  let nextAt = 0;
  const job = jobs.start('identity_removal', {
    failure: 'old data of identity could not be removed',
    work: async () => {
      const now = clock.now();
      if (now < nextAt) return IDLE;
      nextAt = now + HOUR_MS;
      await Promise.all([
        deleteOldAttempts(database, now),
        deleteOutlived(database, now, now - LIMITS.refresh_token_absolute_ms),
        deleteExpiredCodes(database, now - DAY_MS),
        deleteUnusedDevices(database, now - LIMITS.device_known_ms),
      ]);
      return undefined;
    },
  });
  void job.runNow();
  return job;
}
