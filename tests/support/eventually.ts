/** Waits for a condition. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  /** Longest wait in ms, for slow conditions. */
  readonly timeout?: number;
  /** Fixed pause between two tries in ms, for costly checks and for values that last a few ms. */
  readonly interval?: number;
}

/** Far more than any condition takes, so that a busy machine fails no test; a real fault only shows later. */
const TIMEOUT_MS = 20_000;
const PAUSE_MS_MIN = 20;
const PAUSE_MS_MAX = 200;
/** The pause grows with the time waited, so that a long wait takes few tries and ends at most 15 % late. */
const PAUSE_SHARE = 0.15;

/** Calls `check` until it no longer throws. @returns its last result. @throws its last error. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = TIMEOUT_MS, interval }: Patience = {},
): Promise<T> {
  const start = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = performance.now() - start;
      if (waitedMs > timeout) throw error;
      await pause(interval ?? pauseAfter(waitedMs));
    }
  }
}

const pauseAfter = (waitedMs: number): number =>
  Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, waitedMs * PAUSE_SHARE));
