/** Runs the jobs of a part of the server under test, and says nothing in any log. */
import { Jobs } from '../../server/kit/jobs/jobs.ts';
import { createLog } from '../../server/kit/log.ts';

export const silentJobs = (): Jobs =>
  new Jobs({ clock: { now: () => 0 }, log: createLog('silent') });
