/** The server's clock, which tests may advance or hold through the control interface. */
import { assert } from '../../../contract/assert.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';

/** Never goes back, as long as its source does not go back. */
export interface ShiftableClock extends Clock {
  /** Moves the clock forward by `ms`, zero or more; a held clock stays held. */
  advance(ms: number): void;
  /** Stops the clock at that moment. @throws AssertionError for a moment that has passed. */
  hold(atMs: EpochMs): void;
  /** Lets a held clock go on from its present time. */
  release(): void;
}

/** @param source returns the real time. */
export function createShiftableClock(source: () => EpochMs): ShiftableClock {
  let shiftMs = 0;
  let heldAtMs: EpochMs | null = null;
  const now = (): EpochMs => heldAtMs ?? source() + shiftMs;
  return {
    now,
    advance(ms) {
      assert(Number.isSafeInteger(ms) && ms >= 0, 'a clock moves forward in whole milliseconds');
      if (heldAtMs === null) shiftMs += ms;
      else heldAtMs += ms;
    },
    hold(atMs) {
      assert(
        Number.isSafeInteger(atMs) && atMs >= now(),
        'a clock is held at a whole millisecond that has not passed',
      );
      heldAtMs = atMs;
    },
    release() {
      if (heldAtMs === null) return;
      shiftMs = heldAtMs - source();
      heldAtMs = null;
    },
  };
}
