/** Commands that move and hold the clock of a server under test. */
import { z } from 'zod';
import { INVALID } from './control-server.ts';
import type { ControlCommands, ControlReply } from './control-server.ts';
import type { ShiftableClock } from './shiftable-clock.ts';

const advanceBody = z.strictObject({ ms: z.int().min(0).max(Number.MAX_SAFE_INTEGER) });
const holdBody = z.strictObject({ at_ms: z.int().min(0).max(Number.MAX_SAFE_INTEGER) });

/**
 * All commands answer `{"now": …}`. `POST /clock/advance` with `{"ms": n}` moves the clock forward
 * and runs the due timers before it answers. `POST /clock/hold` with `{"at_ms": n}` stops the clock
 * at that moment; a moment that has passed gets status 409. Timers that are due at that moment run
 * with the next round of timers (in real time) or an advance by 0. `POST /clock/release` lets the
 * clock go on from its present time.
 * @param follow `onMove` is called after each move of the clock, `onAdvance` runs the due timers.
 */
export function clockCommands(
  clock: ShiftableClock,
  { onMove, onAdvance }: { readonly onMove: () => void; readonly onAdvance: () => Promise<void> },
): ControlCommands {
  const timeReply = (): ControlReply => ({ body: { now: clock.now() } });
  return {
    'POST /clock/advance': async (body) => {
      const wanted = advanceBody.safeParse(body);
      if (!wanted.success) return INVALID;
      clock.advance(wanted.data.ms);
      onMove();
      await onAdvance();
      return timeReply();
    },
    'POST /clock/hold': (body) => {
      const wanted = holdBody.safeParse(body);
      if (!wanted.success) return INVALID;
      if (wanted.data.at_ms < clock.now()) return PASSED;
      clock.hold(wanted.data.at_ms);
      onMove();
      return timeReply();
    },
    'POST /clock/release': () => {
      clock.release();
      return timeReply();
    },
  };
}

const PASSED: ControlReply = { status: 409, body: { error: 'time_has_passed' } };
