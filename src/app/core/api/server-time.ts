/** Bounds of the server's clock from its responses, for the latest time of commands. */
import type { EpochMs } from '../../../../contract/time.ts';

/** The server's clock, as far as its responses prove it. */
interface ServerTime {
  /**
   * Takes the `Server-Time` of an answer; `sentAtMs` is the `elapsedMs` at which its request was
   * sent.
   */
  heard(serverTime: string | null | undefined, sentAtMs: number): void;
  /**
   * Returns a time that the server's clock has certainly reached, so that a period from it on never
   * ends too late. It is 0 before the first answer, so that such a period has ended.
   */
  reached(): EpochMs;
}

/**
 * Measures the server's clock relative to `elapsedMs`, which must be monotonic. Setting the
 * device's clock changes nothing; after a sleep the result is too early until the next answer.
 */
export function createServerTime(elapsedMs: () => number): ServerTime {
  // Each answer was written between its request and now, so the true offset is in the intersection
  // of all ranges.
  let least = -Infinity;
  let most = Infinity;
  return {
    heard(serverTime, sentAtMs) {
      const time = Number(serverTime ?? Number.NaN);
      if (!Number.isSafeInteger(time)) return;
      const atLeast = time - elapsedMs();
      const atMost = time - sentAtMs;
      // If two ranges do not overlap, the newer one is right: a clock was set, or the device slept.
      const isOther = atLeast > most || atMost < least;
      least = isOther ? atLeast : Math.max(least, atLeast);
      most = isOther ? atMost : Math.min(most, atMost);
    },
    reached: () => Math.max(0, Math.floor(elapsedMs() + least)),
  };
}
