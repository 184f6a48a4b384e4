/** The job that keeps the public figures of fast contracts: minute by minute, as far as all orders have ended. */
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { IDLE, type Job, type Jobs } from '../../kit/jobs/jobs.ts';
import { countNextMinute } from './micro-counts.repo.ts';

/** Minutes of one run, so that it ends soon after an outage of the job, too. */
const MINUTES_OF_RUN = 60;

interface MicroCountingParts {
  readonly database: Database;
  /** Decimals of the stake's currency. */
  readonly scale: number;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'start'>;
}

export const startMicroCounting = ({ database, scale, clock, jobs }: MicroCountingParts): Job =>
  jobs.start('micro_counts', {
    failure: 'the public figures of fast contracts could not be counted',
    async work() {
      let counted = 0;
      while (
        counted < MINUTES_OF_RUN &&
        (await countNextMinute(database, { scale, now: clock.now() }))
      )
        counted += 1;
      return counted === 0 ? IDLE : undefined;
    },
  });
