/** The next weekend of forex, far enough ahead for a test to reach it with the clock. */
import { DAY_MS, HOUR_MS, type EpochMs } from '../../../contract/time.ts';

const FRIDAY = 5;
const CLOSING_HOUR = 22;

interface ForexWeekend {
  /** Friday 22:00 UTC. */
  readonly closesAt: EpochMs;
  /** Sunday 22:00 UTC after it. */
  readonly opensAt: EpochMs;
}

export function nextForexWeekend(now: EpochMs): ForexWeekend {
  const today = now - (now % DAY_MS);
  const days = (FRIDAY - new Date(now).getUTCDay() + 7) % 7;
  const next = today + days * DAY_MS + CLOSING_HOUR * HOUR_MS;
  const closesAt = next > now + HOUR_MS ? next : next + 7 * DAY_MS;
  return { closesAt, opensAt: closesAt + 2 * DAY_MS };
}
