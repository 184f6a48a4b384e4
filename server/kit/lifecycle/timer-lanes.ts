/**
 * Fires due timers at an interval and on demand. Each kind of record has its own lane, so that many or
 * broken records of one kind do not delay the others.
 */
import { ensure } from '../../../contract/assert.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import { GatheredRead } from '../db/gathered-read.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { findDueKinds, type LifecycleTimer } from './lifecycles.repo.ts';
import { TimerLane, type WhenLocked } from './timer-lane.ts';

interface TimerLanesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Interval of the rounds, if it differs from the list of jobs. */
  readonly pollMs?: number;
  /** Kinds of records whose timers this server fires; final when the lanes start. */
  kinds(): readonly string[];
  /** Called before the first timer fires. */
  prepare(): Promise<void>;
  /** Called before timers fire: makes up for an outage that kept users from acting in time. */
  catchUp(): Promise<void>;
  fire(timer: LifecycleTimer, now: EpochMs, whenLocked: WhenLocked): Promise<void>;
}

const WAITING = 'timers of records wait: the database did not answer';

/** One kind's lane, and its rounds one after the other. */
interface Rounds {
  readonly lane: TimerLane;
  last: Promise<void>;
}

export class TimerLanes {
  readonly #parts: TimerLanesParts;
  readonly #rounds = new Map<string, Rounds>();
  readonly #started: Job[] = [];
  /** Kinds with due timers: nearly always none, so that one statement asks for all of them. */
  readonly #due: GatheredRead<string, { readonly kind: string }>;
  #prepared: Promise<void> | undefined;

  constructor(parts: TimerLanesParts) {
    this.#parts = parts;
    this.#due = new GatheredRead(
      (kinds) => findDueKinds(parts.database, kinds, parts.clock.now()),
      ({ kind }) => kind,
    );
  }

  start(): void {
    const { jobs, pollMs } = this.#parts;
    for (const [kind, { lane }] of this.#all()) {
      const job = jobs.start('record_timers', {
        subject: kind,
        ...(pollMs !== undefined && { everyMs: pollMs }),
        failure: WAITING,
        work: () => this.#inTurn(kind, true),
        latenessMs: () => lane.latenessMs,
      });
      this.#started.push(job);
      void job.runNow();
    }
  }

  /** Resolves when every timer that is due now was tried, also those that wait after a failure. */
  async runNow(): Promise<void> {
    const kinds = [...this.#all().keys()];
    await Promise.all(
      kinds.map((kind) =>
        this.#inTurn(kind, false).catch((error: unknown) => {
          this.#parts.log.error({ err: error, kind }, WAITING);
        }),
      ),
    );
  }

  /**
   * Resolves when the due timers of one record were tried. It waits for no round of its kind.
   * @throws when the database is unavailable.
   */
  async fireRecord(kind: string, id: number): Promise<void> {
    const { lane } = ensure(this.#all().get(kind), `timers of ${kind}`);
    await this.#ready();
    await lane.fireRecord(id);
  }

  /** Waits for the steps that are under way; starts no more. */
  async stop(): Promise<void> {
    for (const { lane } of this.#rounds.values()) lane.stop();
    await Promise.all(this.#started.map((job) => job.stop()));
    await Promise.all([...this.#rounds.values()].map(({ last }) => last));
  }

  #all(): ReadonlyMap<string, Rounds> {
    for (const kind of this.#parts.kinds())
      if (!this.#rounds.has(kind))
        this.#rounds.set(kind, {
          lane: new TimerLane({
            ...this.#parts,
            kind,
            hasDue: async () => (await this.#due.find(kind)) !== undefined,
          }),
          last: Promise.resolve(),
        });
    return this.#rounds;
  }

  #inTurn(kind: string, isPatient: boolean): Promise<void> {
    const rounds = ensure(this.#rounds.get(kind), `timers of ${kind}`);
    const round = rounds.last.then(async () => {
      await this.#ready();
      await rounds.lane.round(isPatient);
    });
    rounds.last = round.catch(() => undefined);
    return round;
  }

  async #ready(): Promise<void> {
    this.#prepared ??= this.#parts.prepare().catch((error: unknown) => {
      // The next round tries it again.
      this.#prepared = undefined;
      throw error;
    });
    await this.#prepared;
    await this.#parts.catchUp();
  }
}
