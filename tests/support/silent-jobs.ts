/** Runs the jobs of the part of the server under test, without any log. */
import { Jobs } from '../../server/kit/jobs/jobs.ts';
import { createLog } from '../../server/kit/log.ts';

export const silentJobs = (): Jobs =>
  new Jobs({ clock: { now: () => 0 }, log: createLog('silent') });
