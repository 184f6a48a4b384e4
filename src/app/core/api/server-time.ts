/** The server's clock as proved by its responses, for the latest time of commands. */
import type { EpochMs } from '../../../../contract/time.ts';

/** The server's clock, as far as its answers prove it. */
export interface ServerTime {
  /** An answer had this `Server-Time`; its request left when `elapsedMs` said `sentAtMs`. */
  heard(serverTime: string | null | undefined, sentAtMs: number): void;
  /**
   * A moment that the server's clock has certainly reached: what may last for a time from it on never
   * lasts longer. Until an answer was heard it is 0: what lasts from it on has ended.
   */
  reached(): EpochMs;
}

/**
 * Measures how far the server's clock is ahead of `elapsedMs`, which must never jump: a device whose
 * clock is set changes nothing, and one that slept comes out too early, until the next answer.
 */
export function createServerTime(elapsedMs: () => number): ServerTime {
  // Each answer was written between its request and now: the ranges of all of them hold the truth.
  let least = -Infinity;
  let most = Infinity;
  return {
    heard(serverTime, sentAtMs) {
      const time = Number(serverTime ?? Number.NaN);
      if (!Number.isSafeInteger(time)) return;
      const atLeast = time - elapsedMs();
      const atMost = time - sentAtMs;
      // Of two that exclude each other the newer one is right: a clock was set, or the device slept.
      const isOther = atLeast > most || atMost < least;
      least = isOther ? atLeast : Math.max(least, atLeast);
      most = isOther ? atMost : Math.min(most, atMost);
    },
    reached: () => Math.max(0, Math.floor(elapsedMs() + least)),
  };
}
