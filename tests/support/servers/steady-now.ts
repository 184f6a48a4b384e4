/** The time of tests that compute times of a server: a paused machine moves its wall clock, and the server keeps its own time (ADR 23). */
import { createRealTime } from '../../../server/kit/process/real-time.ts';
import { createSteadyClock } from '../../../server/kit/process/steady-clock.ts';

const clock = createSteadyClock({
  wall: () => Date.now(),
  realTime: createRealTime(),
  monotonicMs: () => performance.now(),
  log: { error: () => {}, info: () => {} },
});

/** Returns the time that servers of this worker have, epoch ms, before a test moves their clock. */
export const steadyNow = (): number => clock.now();
