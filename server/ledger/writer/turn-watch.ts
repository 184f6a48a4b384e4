/** Detects a takeover by another writer, even without commits. */
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';

interface TurnWatchParts {
  readonly job: 'spot_turn' | 'dealing_turn';
  /** Whether no other writer has taken over. */
  isCurrent(): Promise<boolean>;
  readonly log: Log;
  onTakenOver(): void;
  /** Called when the turn could not be checked several times in a row. */
  onUnknown(error: unknown): void;
}

/** A single failed check may be a lost connection; no commit depends on it. */
const FAILED_CHECKS_MAX = 3;

export class TurnWatch {
  readonly #parts: TurnWatchParts;
  readonly #job: Job;
  #failedChecks = 0;
  #isStopped = false;

  constructor(parts: TurnWatchParts, jobs: Jobs) {
    this.#parts = parts;
    this.#job = jobs.start(parts.job, { failure: null, work: () => this.#check() });
  }

  /** Does not wait for a check, because a check of an unreachable database may take long. */
  stop(): void {
    this.#isStopped = true;
    void this.#job.stop();
  }

  async #check(): Promise<void> {
    const { isCurrent, log, onTakenOver, onUnknown } = this.#parts;
    try {
      const isStillCurrent = await isCurrent();
      this.#failedChecks = 0;
      if (!isStillCurrent && !this.#isStopped) onTakenOver();
    } catch (error) {
      if (this.#isStopped) return;
      this.#failedChecks += 1;
      if (this.#failedChecks >= FAILED_CHECKS_MAX) onUnknown(error);
      else log.warn({ err: error }, 'the turn of a writer could not be checked');
      throw error;
    }
  }
}
