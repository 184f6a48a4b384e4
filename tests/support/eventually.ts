/** Waits for a condition. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  /** Longest wait in ms, for slow conditions. */
  readonly timeout?: number;
  /** Pause between two tries in ms, for costly checks. */
  readonly interval?: number;
}

/** Far more than any condition takes, so that a busy machine fails no test; a real fault only shows later. */
const TIMEOUT_MS = 20_000;
const INTERVAL_MS = 20;

/** Calls `check` until it no longer throws. @returns its last result. @throws its last error. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = TIMEOUT_MS, interval = INTERVAL_MS }: Patience = {},
): Promise<T> {
  for (const deadline = performance.now() + timeout; ; await pause(interval)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
