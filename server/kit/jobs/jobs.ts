/** Runs the recurring jobs of the server, one round of a job at a time, and remembers how the last one went. */
import type { JobName, OperatorJob } from '../../../contract/operator/schemas/jobs.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Log } from '../log.ts';
import { JOBS } from './job-list.ts';

/** What a round answers that found nothing due: it is not remembered. */
export const IDLE = 'idle';
type Round = void | typeof IDLE;

export interface JobWork {
  /** What it works on, of jobs that run several times. */
  readonly subject?: string;
  /** Another interval than that of the list. */
  readonly everyMs?: number;
  /** The line in the log where a round fails; null: the work writes its own. The next round comes all the same. */
  readonly failure: string | null;
  work(): Round | Promise<Round>;
  /** Called at each interval at which the round before has not ended. */
  whileUnderWay?(): void;
  /** Of jobs that set their own pace: when the next round is due after the end of one; null: not before somebody asks. */
  pauseMs?(): number | null;
}

export interface JobsParts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

interface LastRun {
  readonly beganAtMs: EpochMs;
  readonly durationMs: number;
}

export class Jobs {
  readonly #parts: JobsParts;
  readonly #running = new Set<Job>();

  constructor(parts: JobsParts) {
    this.#parts = parts;
  }

  /** The first round comes after one interval; a job that sets its own pace waits until somebody asks. */
  start(name: JobName, work: JobWork): Job {
    const job = new Job(name, work, this.#parts, () => this.#running.delete(job));
    this.#running.add(job);
    return job;
  }

  /** Jobs of this process, in the order of the list. */
  list(): readonly OperatorJob[] {
    const places = Object.keys(JOBS);
    return [...this.#running]
      .map((job) => job.report())
      .toSorted((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
  }
}

export class Job {
  readonly #name: JobName;
  readonly #work: JobWork;
  readonly #parts: JobsParts;
  readonly #onStopped: () => void;
  readonly #everyMs: number | null;
  #interval: NodeJS.Timeout | undefined;
  #pause: NodeJS.Timeout | undefined;
  /** The round under way. */
  #current: Promise<void> | undefined;
  /** The round after it, once somebody has asked for one. */
  #next: Promise<void> | undefined;
  #isStopped = false;
  #last: LastRun | null = null;
  #lastFailure: OperatorJob['last_failure'] = null;

  constructor(name: JobName, work: JobWork, parts: JobsParts, onStopped: () => void) {
    this.#name = name;
    this.#work = work;
    this.#parts = parts;
    this.#onStopped = onStopped;
    this.#everyMs = work.everyMs ?? JOBS[name].everyMs;
    if (this.#everyMs !== null)
      this.#interval = setInterval(() => this.#tick(), this.#everyMs).unref();
  }

  /** A whole round that begins after this call; those who ask before it begins share it. Never rejected. */
  runNow(): Promise<void> {
    if (this.#current === undefined) return this.#begin();
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  /** A round after `ms`, unless one is due or under way. */
  runIn(ms: number): void {
    if (this.#isStopped || this.#pause !== undefined || this.#current !== undefined) return;
    this.#pause = setTimeout(() => void this.runNow(), ms).unref();
  }

  /** Begins no more; waits for the round under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#interval);
    clearTimeout(this.#pause);
    await this.#next;
    await this.#current;
    this.#onStopped();
  }

  report(): OperatorJob {
    return {
      name: this.#name,
      subject: this.#work.subject ?? null,
      owner: JOBS[this.#name].owner,
      interval_ms: this.#everyMs,
      last_run_at: this.#last?.beganAtMs ?? null,
      last_duration_ms: this.#last?.durationMs ?? null,
      last_failure: this.#lastFailure,
    };
  }

  #tick(): void {
    if (this.#current === undefined) void this.#begin();
    else this.#work.whileUnderWay?.();
  }

  /** Work that does not wait for anything is done when this returns. */
  #begin(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    clearTimeout(this.#pause);
    this.#pause = undefined;
    const beganAtMs = this.#parts.clock.now();
    const beganAt = performance.now();
    const end = (round: Round): void => {
      if (round === IDLE) return;
      this.#last = { beganAtMs, durationMs: Math.round(performance.now() - beganAt) };
    };
    const fail = (error: unknown): void => {
      end(undefined);
      this.#fail(error, beganAtMs);
    };
    let round: Round | Promise<Round>;
    try {
      round = this.#work.work();
    } catch (error) {
      fail(error);
      this.#goOn();
      return Promise.resolve();
    }
    if (!(round instanceof Promise)) {
      end(round);
      this.#goOn();
      return Promise.resolve();
    }
    this.#current = round.then(end, fail).finally(() => {
      this.#current = undefined;
      this.#goOn();
    });
    return this.#current;
  }

  /** A job that sets its own pace says when its next round is due. */
  #goOn(): void {
    const pauseMs = this.#next === undefined ? (this.#work.pauseMs?.() ?? null) : null;
    if (pauseMs !== null) this.runIn(pauseMs);
  }

  #fail(error: unknown, atMs: EpochMs): void {
    this.#lastFailure = { at: atMs, error: error instanceof Error ? error.name : 'Error' };
    const { failure } = this.#work;
    if (failure !== null) this.#parts.log.error({ err: error }, failure);
  }
}
