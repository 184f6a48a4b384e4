/** Converts server times into device times, so that countdowns are right on a wrong device clock. */
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import type { Feed } from '../../../../streams/feed.ts';

/** A device that is set wrongly still counts down to the right moment. */
export interface ServerClock {
  /** The moment of this device at which it is `time` for the server. */
  deviceTime(time: EpochMs): EpochMs;
  /** The shape of `useSyncExternalStore`: called when the answer may have changed. */
  subscribe(onChange: () => void): () => void;
}

/** Less than this is the way through the network, ms. */
const TOLERANCE_MS = 1_500;

/** Compares the device's clock with what the server says of its own; until it does, they agree. */
export function createServerClock(feed: Pick<Feed, 'serverTime$'>, device: Clock): ServerClock {
  let aheadMs = 0;
  const listeners = new Set<() => void>();
  feed.serverTime$.subscribe((time) => {
    const measuredMs = time - device.now();
    const next = Math.abs(measuredMs) < TOLERANCE_MS ? 0 : measuredMs;
    if (Math.abs(next - aheadMs) < TOLERANCE_MS) return;
    aheadMs = next;
    for (const tell of listeners) tell();
  });
  return {
    deviceTime: (time) => time - aheadMs,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
