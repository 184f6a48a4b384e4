/**
 * The clock of a running server. It follows the wall clock, but not a jump of it: a wall clock that is
 * set wrong would end windows, holds and idempotency keys early.
 */
import { SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Log } from '../log.ts';

interface SteadyClockParts {
  /** The wall clock of the machine. */
  wall(): EpochMs;
  /** See `createRealTime`; slow to ask. */
  realTime(): number;
  /** Milliseconds that never jump and may stand still while the machine sleeps; fast to ask. */
  monotonicMs(): number;
  readonly log: Pick<Log, 'error' | 'info'>;
}

/** The clock follows at once a wall clock that is corrected by less. */
const JUMP_MS_MIN = 10 * SECOND_MS;
/** Interval at which the clock asks for real time, and follows the drift of the wall clock. */
const CHECK_MS = SECOND_MS;

/**
 * Starts with the wall clock. After a jump of the wall clock, the clock goes on by real time until the
 * wall clock is set right, or until the server starts again.
 */
export function createSteadyClock({ wall, realTime, monotonicMs, log }: SteadyClockParts): Clock {
  let isHolding = false;
  /** A moment of this clock, and of the counters at that moment. */
  let anchor = { clock: wall(), monotonic: monotonicMs(), real: realTime() };
  const isNear = (wallMs: EpochMs, ownMs: number) => Math.abs(wallMs - ownMs) < JUMP_MS_MIN;
  const check = (): EpochMs => {
    const real = realTime();
    const ownMs = anchor.clock + real - anchor.real;
    const wallMs = wall();
    const wasHolding = isHolding;
    isHolding = !isNear(wallMs, ownMs);
    anchor = { clock: isHolding ? ownMs : wallMs, monotonic: monotonicMs(), real };
    if (isHolding && !wasHolding)
      log.error(
        { aheadMs: Math.round(wallMs - ownMs) },
        'the clock of this machine was set: the server keeps its own time. Set the clock right, or restart the server to follow it',
      );
    if (wasHolding && !isHolding) log.info('the clock of this machine is right again');
    return Math.floor(anchor.clock);
  };
  return {
    now() {
      const passedMs = monotonicMs() - anchor.monotonic;
      if (passedMs >= CHECK_MS) return check();
      const ownMs = anchor.clock + passedMs;
      if (isHolding) return Math.floor(ownMs);
      const wallMs = wall();
      return isNear(wallMs, ownMs) ? wallMs : check();
    },
  };
}
