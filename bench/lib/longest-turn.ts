/** The longest turn of the event loop of this process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOS_OF_MS = 1e6;
/** Steps of the measurement, which it adds to every turn. */
const RESOLUTION_MS = 1;

/** Returns the longest turn during `work` in milliseconds, with pauses of the collector. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  try {
    await work();
  } finally {
    delay.disable();
  }
  return delay.max / NANOS_OF_MS - RESOLUTION_MS;
}
