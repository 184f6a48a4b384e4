/** The server's clock. Tests may move it forward through the control interface. */
import { assert } from '../../contract/assert.ts';
import type { Clock, EpochMs } from '../../contract/time.ts';

export interface ShiftableClock extends Clock {
  /** Moves the clock forward by `ms`, zero or more. */
  advance(ms: number): void;
}

/** @param source what real time is. */
export function createShiftableClock(source: () => EpochMs): ShiftableClock {
  let shiftMs = 0;
  return {
    now: () => source() + shiftMs,
    advance(ms) {
      assert(Number.isSafeInteger(ms) && ms >= 0, 'a clock moves forward in whole milliseconds');
      shiftMs += ms;
    },
  };
}
