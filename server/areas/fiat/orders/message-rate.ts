/** How often one person may write in a minute, over all their orders. Kept in memory: a restart forgives. */
import { MINUTE_MS } from '../../../../contract/time.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import { allowedAgainAt, secondsUntil } from '../../../kit/limits/window-limit.ts';

const KNOWN_MAX = 10_000;

export class MessageRate {
  readonly #max: number;
  /** Newest first, by person; whoever wrote last is the last. */
  readonly #times = new Map<number, readonly EpochMs[]>();

  /** @param max messages a minute. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one message. @returns seconds to wait, 0 when it may be written now. */
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

  /** The message was not written after all. */
  giveBack(userId: number, now: EpochMs): void {
    const times = this.#times.get(userId) ?? [];
    const at = times.indexOf(now);
    if (at >= 0) this.#times.set(userId, times.toSpliced(at, 1));
  }
}
