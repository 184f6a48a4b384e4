/** How fast a feed reconnects. */
import { MINUTE_MS, SECOND_MS } from '../../../../../contract/time.ts';

export interface FeedPace {
  /** The longest time that connecting may take. */
  readonly connectMs: number;
  /** The first pause before another connection; it doubles with each failure. */
  readonly retryMs: number;
  readonly retryMsMax: number;
  /** A connection that had prices for so long was no failure. */
  readonly steadyMs: number;
  /** A connection without any price for so long is replaced. */
  readonly pricelessMs: number;
  /** Refusals within this time make one line of the log. */
  readonly refusalsMs: number;
}

/** At most 16 connections in the first five minutes, and two a minute after that: below all documented limits. */
export const USUAL_PACE: FeedPace = {
  connectMs: 10 * SECOND_MS,
  retryMs: SECOND_MS,
  retryMsMax: MINUTE_MS,
  steadyMs: MINUTE_MS,
  pricelessMs: MINUTE_MS,
  refusalsMs: 10 * SECOND_MS,
};

/**
 * Returns the pause before the next connection: doubled with each failure, then shortened by chance to a
 * half at the least, so that servers do not return together.
 * @param failures in a row, from 0. @param chance uniform in [0, 1).
 */
export function retryPauseMs(
  { retryMs, retryMsMax }: Pick<FeedPace, 'retryMs' | 'retryMsMax'>,
  failures: number,
  chance: number,
): number {
  return Math.min(retryMsMax, retryMs * 2 ** failures) * (1 - chance / 2);
}
