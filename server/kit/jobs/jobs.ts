/** Runs the recurring jobs of the server, one run of a job at a time, and remembers the result of the last one. */
import type { JobName, OperatorJob } from '../../../contract/operator/schemas/jobs.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Log } from '../log.ts';
import { JOBS } from './job-list.ts';

/** Result of a run that found nothing due; it is not remembered. */
export const IDLE = 'idle';
type Round = void | typeof IDLE;

interface JobWork {
  /** Subject of the run, for jobs that exist several times. */
  readonly subject?: string;
  /** Overrides the interval of the list. */
  readonly everyMs?: number;
  /** Log message of a failed run; null if the work logs its own. The next run comes in any case. */
  readonly failure: string | null;
  work(): Round | Promise<Round>;
  /** Called at each interval at which the last run has not ended. */
  whileUnderWay?(): void;
  /** Returns by how much the job's longest due work is late, for jobs whose work has due times. */
  latenessMs?(): number;
  /**
   * Returns the pause after a run of a job that sets its own pace, or null to wait for a request.
   */
  pauseMs?(): number | null;
}

interface JobsParts {
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

  /**
   * Schedules the first run after one interval; a job that sets its own pace waits for a request.
   */
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
  /** The current run. */
  #current: Promise<void> | undefined;
  /** The run after it, when one was requested. */
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

  /**
   * Requests a full run that starts after this call; requests before its start share it. Never
   * rejects.
   */
  runNow(): Promise<void> {
    if (this.#current === undefined) return this.#begin();
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  /** Schedules a run after `ms`, unless one is due or running. */
  runIn(ms: number): void {
    if (this.#isStopped || this.#pause !== undefined || this.#current !== undefined) return;
    this.#pause = setTimeout(() => void this.runNow(), ms).unref();
  }

  /** Starts no more runs, and waits for the current one. */
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
      lateness_ms: this.#work.latenessMs?.() ?? null,
    };
  }

  #tick(): void {
    if (this.#current === undefined) void this.#begin();
    else this.#work.whileUnderWay?.();
  }

  /** Synchronous work is done when this returns. */
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

  /** A job that sets its own pace decides when its next run is due. */
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
