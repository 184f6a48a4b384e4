/** Waits longer after each failure of a timer, so that a broken record neither fills the log nor takes turns from others. */
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LifecycleTimer } from './lifecycles.repo.ts';

/** Waits after the first and every later failure; the last one repeats. */
const BACK_OFF_MS: readonly number[] = [
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
];

interface Failed {
  readonly failures: number;
  readonly retryAtMs: EpochMs;
}

export class TimerBackOff {
  readonly #failed = new Map<string, Failed>();

  isWaiting(timer: LifecycleTimer, now: EpochMs): boolean {
    const failed = this.#failed.get(keyOf(timer));
    return failed !== undefined && now < failed.retryAtMs;
  }

  /** @returns the number of failures in a row, and the wait until the next try. */
  fail(
    timer: LifecycleTimer,
    now: EpochMs,
  ): { readonly failures: number; readonly waitMs: number } {
    const failures = (this.#failed.get(keyOf(timer))?.failures ?? 0) + 1;
    const waitMs = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0;
    this.#failed.set(keyOf(timer), { failures, retryAtMs: now + waitMs });
    return { failures, waitMs };
  }

  clear(timer: LifecycleTimer): void {
    this.#failed.delete(keyOf(timer));
  }

  /** Forgets all timers but those that are still due, because others have ended or start again. */
  keepOnly(due: Iterable<LifecycleTimer>): void {
    if (this.#failed.size === 0) return;
    const kept = new Set<string>();
    for (const timer of due) kept.add(keyOf(timer));
    for (const key of this.#failed.keys()) if (!kept.has(key)) this.#failed.delete(key);
  }
}

const keyOf = ({ kind, id, stateId, delayName }: LifecycleTimer): string =>
  `${kind} ${id} ${stateId} ${delayName}`;
