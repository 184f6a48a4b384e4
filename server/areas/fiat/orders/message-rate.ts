/**
 * Limits the messages of one user in a minute, over all their orders. It is kept in memory, so a
 * restart resets it.
 */
import { MINUTE_MS } from '../../../../contract/time.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { allowedAgainAt, secondsUntil } from '../../../kit/limits/window-limit.ts';

const KNOWN_MAX = 10_000;

export class MessageRate {
  readonly #max: number;
  /** Times by user, newest first. Users are in the order of their last message. */
  readonly #times = new Map<number, readonly EpochMs[]>();

  /** @param max messages a minute. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one message if it may be sent now. @returns seconds to wait; 0 when it may be sent. */
  take(userId: number, now: EpochMs): number {
    const times = this.#times.get(userId) ?? [];
    const waitS = secondsUntil(allowedAgainAt(times, { max: this.#max, windowMs: MINUTE_MS }), now);
    if (waitS > 0) return waitS;
    this.#times.delete(userId);
    this.#times.set(userId, [now, ...times].slice(0, this.#max));
    const [oldest] = this.#times.keys();
    if (this.#times.size > KNOWN_MAX && oldest !== undefined) this.#times.delete(oldest);
    return 0;
  }

  /** Takes back the count of a message that was not sent. */
  giveBack(userId: number, now: EpochMs): void {
    const times = this.#times.get(userId) ?? [];
    const at = times.indexOf(now);
    if (at >= 0) this.#times.set(userId, times.toSpliced(at, 1));
  }
}
