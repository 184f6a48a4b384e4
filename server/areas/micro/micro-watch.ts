/**
 * Names fast contracts that wait for an index log that stands. The rule of the ledger on overdue orders goes by the time of
 * the log, so that it does not see this.
 */
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { JOBS } from '../../kit/jobs/job-list.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';

/** Runs of the job since the last point: a minute of real time, also while the clock is wrong. */
const RUNS_MAX = MINUTE_MS / JOBS.micro_watch.everyMs;

interface MicroWatchParts {
  readonly view: { readonly openCount: number };
  /** The index log. */
  readonly index: { subscribe(listener: () => void): () => void };
  readonly log: Pick<Log, 'error'>;
  readonly jobs: Pick<Jobs, 'start'>;
}

/** Each run fails while orders wait, so that the list of jobs shows it; the log has the first failure. */
export function startMicroWatch({ view, index, log, jobs }: MicroWatchParts): Job {
  let runs = 0;
  index.subscribe(() => {
    runs = 0;
  });
  return jobs.start('micro_watch', {
    failure: null,
    work() {
      runs += 1;
      const { openCount } = view;
      if (runs <= RUNS_MAX || openCount === 0) return;
      const seconds = (runs * JOBS.micro_watch.everyMs) / SECOND_MS;
      const error = new Error(`no point of the index was stored for ${seconds} s`);
      if (runs === RUNS_MAX + 1)
        log.error({ err: error, openOrders: openCount }, 'fast contracts wait for the index log');
      throw error;
    },
  });
}
