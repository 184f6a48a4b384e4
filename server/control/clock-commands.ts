/** Commands that move the clock of a server under test. */
import { z } from 'zod';
import { INVALID } from './control-server.ts';
import type { ControlCommands } from './control-server.ts';
import type { ShiftableClock } from './shiftable-clock.ts';

const advanceBody = z.strictObject({ ms: z.int().min(0).max(Number.MAX_SAFE_INTEGER) });

/**
 * `POST /clock/advance` with `{"ms": n}` moves the clock forward and answers `{"now": …}`.
 * @param onAdvance what is due then is done before the answer.
 */
export function clockCommands(
  clock: ShiftableClock,
  onAdvance: () => Promise<void>,
): ControlCommands {
  return {
    'POST /clock/advance': async (body) => {
      const wanted = advanceBody.safeParse(body);
      if (!wanted.success) return INVALID;
      clock.advance(wanted.data.ms);
      await onAdvance();
      return { body: { now: clock.now() } };
    },
  };
}
