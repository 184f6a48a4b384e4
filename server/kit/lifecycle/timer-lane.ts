/** Fires the due timers of one kind of record: in the order of their ends, several records at a time. */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import { isDatabaseUnavailable, isOutOfTime } from '../db/transaction.ts';
import type { Log } from '../log.ts';
import { findDueTimers, findDueTimersOf, type LifecycleTimer } from './lifecycles.repo.ts';
import { TimerBackOff } from './timer-back-off.ts';

/** How a timer finds its record locked by another transaction: it waits for it, or leaves it for later. */
export type WhenLocked = 'wait' | 'leave';

interface TimerLaneParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly kind: string;
  /** Whether a timer of the kind is due. */
  hasDue(): Promise<boolean>;
  fire(timer: LifecycleTimer, now: EpochMs, whenLocked: WhenLocked): Promise<void>;
}

/** The number of due timers that are read together. */
const PAGE = 100;
/** Records that take their steps at the same time. Their commits share the disk's work. */
const RECORDS_AT_ONCE = 4;

export class TimerLane {
  readonly #parts: TimerLaneParts;
  readonly #backOff = new TimerBackOff();
  #latenessMs = 0;
  #isStopped = false;

  constructor(parts: TimerLaneParts) {
    this.#parts = parts;
  }

  /** Delay of the timer that is due the longest; 0 if none is due. */
  get latenessMs(): number {
    return this.#latenessMs;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Tries every timer that is due now, page by page; a timer that failed stays due, and its lane goes on
   * after it. @param isPatient false tries also timers that still wait after a failure.
   * @throws when the database is unavailable.
   */
  async round(isPatient: boolean): Promise<void> {
    const { database, clock, kind, hasDue } = this.#parts;
    const now = clock.now();
    if (!(await hasDue())) {
      this.#latenessMs = 0;
      this.#backOff.keepOnly([]);
      return;
    }
    const left: LifecycleTimer[] = [];
    let last: LifecycleTimer | undefined;
    let isFirst = true;
    while (!this.#isStopped) {
      const page = await findDueTimers(database, kind, now, last, PAGE);
      const oldest = page[0];
      if (isFirst) this.#latenessMs = oldest === undefined ? 0 : clock.now() - oldest.dueAtMs;
      isFirst = false;
      left.push(...(await this.#firePage(page, now, isPatient)));
      last = page.at(-1);
      if (page.length === PAGE) continue;
      this.#backOff.keepOnly(left);
      return;
    }
  }

  /** Tries the due timers of one record, whose next step a caller waits for. */
  async fireRecord(id: number): Promise<void> {
    const { database, clock, kind } = this.#parts;
    const now = clock.now();
    const due = await findDueTimersOf(database, kind, id, now);
    for (const timer of due)
      if (!this.#backOff.isWaiting(timer, now)) await this.#fire(timer, now, 'wait');
  }

  /** @returns the timers that failed, or still wait after a failure. */
  async #firePage(
    page: readonly LifecycleTimer[],
    now: EpochMs,
    isPatient: boolean,
  ): Promise<readonly LifecycleTimer[]> {
    const lines = linesByRecord(page).values();
    const left: LifecycleTimer[] = [];
    const work = async () => {
      for (const line of lines)
        for (const timer of line) {
          if (this.#isStopped) return;
          const isSkipped = isPatient && this.#backOff.isWaiting(timer, now);
          if (isSkipped || !(await this.#fire(timer, now, 'leave'))) left.push(timer);
        }
    };
    const ends = await Promise.allSettled(Array.from({ length: RECORDS_AT_ONCE }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return left;
  }

  /** @returns false when it failed. @throws when the database is unavailable. */
  async #fire(timer: LifecycleTimer, now: EpochMs, whenLocked: WhenLocked): Promise<boolean> {
    try {
      await this.#parts.fire(timer, now, whenLocked);
      this.#backOff.clear(timer);
      return true;
    } catch (error) {
      // A statement that ran out of time may wait for a lock of this record alone.
      if (isDatabaseUnavailable(error) && !isOutOfTime(error)) throw error;
      const { kind, id, delayName } = timer;
      const { failures, waitMs } = this.#backOff.fail(timer, this.#parts.clock.now());
      this.#parts.log.error(
        { err: error, kind, id, delayName, failures, waitMs },
        'timer of a record failed',
      );
      return false;
    }
  }
}

/** Timers of one record fire one after the other, because each of them changes its state. */
function linesByRecord(
  timers: readonly LifecycleTimer[],
): ReadonlyMap<number, readonly LifecycleTimer[]> {
  const lines = new Map<number, LifecycleTimer[]>();
  for (const timer of timers) {
    const line = lines.get(timer.id);
    if (line === undefined) lines.set(timer.id, [timer]);
    else line.push(timer);
  }
  return lines;
}
