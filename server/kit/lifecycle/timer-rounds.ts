/** Fires due timers at an interval and on demand, one round at a time. */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import { isDatabaseUnavailable } from '../db/transaction.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { findDueTimers, type LifecycleTimer } from './lifecycles.repo.ts';

export interface TimerRoundsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Interval of the rounds, if it differs from the list of jobs. */
  readonly pollMs?: number;
  /** Kinds of records whose timers this server fires. */
  kinds(): readonly string[];
  /** Called before the first round. */
  prepare(): Promise<void>;
  /** Called before every round: makes up for an outage that kept users from acting in time. */
  catchUp(): Promise<void>;
  fire(timer: LifecycleTimer, now: EpochMs): Promise<void>;
}

const DUE_AT_ONCE = 100;
const WAITING = 'timers of records wait: the database did not answer';

export class TimerRounds {
  readonly #parts: TimerRoundsParts;
  #isPrepared = false;
  #isStopped = false;
  #job: Job | undefined;
  /** Runs the requested rounds one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: TimerRoundsParts) {
    this.#parts = parts;
  }

  start(): void {
    const { jobs, pollMs } = this.#parts;
    this.#job = jobs.start('record_timers', {
      ...(pollMs !== undefined && { everyMs: pollMs }),
      failure: WAITING,
      work: () => this.#inTurn(),
    });
    void this.#job.runNow();
  }

  /** Resolves when every timer that is due now was tried. */
  runNow(): Promise<void> {
    return this.#inTurn().catch((error: unknown) => {
      this.#parts.log.error({ err: error }, WAITING);
    });
  }

  /** Waits for the current round; starts no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#job?.stop();
    await this.#last;
  }

  #inTurn(): Promise<void> {
    const round = this.#last.then(() => this.#round());
    this.#last = round.catch(() => undefined);
    return round;
  }

  async #round(): Promise<void> {
    const { database, clock, kinds } = this.#parts;
    if (!this.#isPrepared) await this.#parts.prepare();
    this.#isPrepared = true;
    await this.#parts.catchUp();
    const now = clock.now();
    // Failed timers stay due for the next round; this round continues after them.
    let last: LifecycleTimer | undefined;
    while (!this.#isStopped) {
      const due = await findDueTimers(database, kinds(), now, last, DUE_AT_ONCE);
      for (const timer of due) if (!this.#isStopped) await this.#fire(timer, now);
      last = due.at(-1);
      if (due.length < DUE_AT_ONCE) return;
    }
  }

  async #fire(timer: LifecycleTimer, now: EpochMs): Promise<void> {
    try {
      await this.#parts.fire(timer, now);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const { kind, id, delayName } = timer;
      this.#parts.log.error({ err: error, kind, id, delayName }, 'timer of a record failed');
    }
  }
}
