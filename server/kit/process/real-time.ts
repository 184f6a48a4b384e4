/** Real time that passes for this server, even while its machine sleeps. Setting the wall clock does not move it. */
import { uptime } from 'node:os';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';

/** Two counters of the machine, in milliseconds. */
interface MachineCounters {
  /** Never jumps; may stand still while the machine sleeps. */
  monotonicMs(): number;
  /** Time since the machine was started, including sleep; coarse. */
  uptimeMs(): number;
}

export const MACHINE_COUNTERS: MachineCounters = {
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * SECOND_MS,
};

/** A smaller difference between both counters is their resolution, and not sleep. */
const SLEEP_MS_MIN = 2 * SECOND_MS;
/** Longest span over which the counters are compared, so that their slow drift is not taken for sleep. */
const SPAN_MS_MAX = MINUTE_MS;

/** Returns a function for the milliseconds since this call. Its value never falls. */
export function createRealTime({ monotonicMs, uptimeMs } = MACHINE_COUNTERS): () => number {
  let passedMs = 0;
  let from = { monotonic: monotonicMs(), uptime: uptimeMs() };
  return () => {
    const to = { monotonic: monotonicMs(), uptime: uptimeMs() };
    const awakeMs = to.monotonic - from.monotonic;
    const wholeMs = to.uptime - from.uptime;
    const hasSlept = wholeMs - awakeMs >= SLEEP_MS_MIN;
    if (!hasSlept && awakeMs < SPAN_MS_MAX) return passedMs + awakeMs;
    passedMs += hasSlept ? wholeMs : awakeMs;
    from = to;
    return passedMs;
  };
}
