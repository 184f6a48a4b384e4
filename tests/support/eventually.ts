/** Waiting for what comes by itself. */
import { vi } from 'vitest';

export interface Patience {
  /** How long to try, where what is waited for takes long by itself. */
  readonly timeout?: number;
  /** How long between two tries, where one is dear. */
  readonly interval?: number;
}

/** Far more than anything takes here: a busy machine fails no test, and a fault only shows later. */
const TIMEOUT_MS = 20_000;
const INTERVAL_MS = 20;

/** Calls `check` until it no longer throws. @returns what it returned then. @throws what it threw last. */
export function eventually<T>(check: () => T | Promise<T>, patience: Patience = {}): Promise<T> {
  return vi.waitFor(check, { timeout: TIMEOUT_MS, interval: INTERVAL_MS, ...patience });
}
