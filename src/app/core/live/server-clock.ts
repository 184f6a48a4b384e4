/** Converts server times into device times, so that countdowns are right on a wrong device clock. */
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import type { Feed } from '../../../../streams/feed.ts';

/** Corrects the device's clock, so that a wrong one still counts down to the right moment. */
export interface ServerClock {
  /** Returns the device's time at which the server's clock is `time`. */
  deviceTime(time: EpochMs): EpochMs;
  /** The shape of `useSyncExternalStore`: called when the result may have changed. */
  subscribe(onChange: () => void): () => void;
}

/** A smaller difference may be network latency, ms. */
const TOLERANCE_MS = 1_500;

/**
 * Compares the device's clock with the server's times; until the first one, both count as equal.
 */
export function createServerClock(feed: Pick<Feed, 'serverTime$'>, device: Clock): ServerClock {
  let aheadMs = 0;
  const listeners = new Set<() => void>();
  feed.serverTime$.subscribe((time) => {
    const measuredMs = time - device.now();
    const next = Math.abs(measuredMs) < TOLERANCE_MS ? 0 : measuredMs;
    if (Math.abs(next - aheadMs) < TOLERANCE_MS) return;
    aheadMs = next;
    for (const notify of listeners) notify();
  });
  return {
    deviceTime: (time) => time - aheadMs,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
