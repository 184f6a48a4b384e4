/** Commands that move the clock of a server under test, and stop it. */
import { z } from 'zod';
import { INVALID } from './control-server.ts';
import type { ControlCommands, ControlReply } from './control-server.ts';
import type { ShiftableClock } from './shiftable-clock.ts';

const advanceBody = z.strictObject({ ms: z.int().min(0).max(Number.MAX_SAFE_INTEGER) });
const holdBody = z.strictObject({ at_ms: z.int().min(0).max(Number.MAX_SAFE_INTEGER) });

/**
 * All answer `{"now": …}`.
 * `POST /clock/advance` with `{"ms": n}` moves the clock forward; what is due then is done before the answer.
 * `POST /clock/hold` with `{"at_ms": n}` stops it at that moment, status 409 for one that has passed. What
 * is due then waits for the next round of timers, which real time brings, or for an advance by 0.
 * `POST /clock/release` lets it go on from where it stands.
 * @param onAdvance does what is due.
 */
export function clockCommands(
  clock: ShiftableClock,
  onAdvance: () => Promise<void>,
): ControlCommands {
  const told = (): ControlReply => ({ body: { now: clock.now() } });
  return {
    'POST /clock/advance': async (body) => {
      const wanted = advanceBody.safeParse(body);
      if (!wanted.success) return INVALID;
      clock.advance(wanted.data.ms);
      await onAdvance();
      return told();
    },
    'POST /clock/hold': (body) => {
      const wanted = holdBody.safeParse(body);
      if (!wanted.success) return INVALID;
      if (wanted.data.at_ms < clock.now()) return PASSED;
      clock.hold(wanted.data.at_ms);
      return told();
    },
    'POST /clock/release': () => {
      clock.release();
      return told();
    },
  };
}

const PASSED: ControlReply = { status: 409, body: { error: 'time_has_passed' } };
