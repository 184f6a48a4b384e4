/** The time of contracts: that of the clock, and never before a time that is stored. */
import type { EpochMs } from '../../../contract/time.ts';

/**
 * Stored times and nights go by {@link nowMs}. After a start with a clock that is behind the last stored time it stays the
 * same until the clock has caught up. Waits, ages of marks and notices go by {@link clockMs}, so that they do not last until then.
 */
export class ContractTime {
  #nowMs: EpochMs;
  #clockMs: EpochMs;

  /** @param clockMs time of the clock. @param lastMs the last stored time. */
  constructor(clockMs: EpochMs, lastMs: EpochMs) {
    this.#clockMs = clockMs;
    this.#nowMs = Math.max(clockMs, lastMs);
  }

  /** The last time that {@link at} gave. */
  get nowMs(): EpochMs {
    return this.#nowMs;
  }

  /** The latest time of the clock in this run. */
  get clockMs(): EpochMs {
    return this.#clockMs;
  }

  /** Returns the contract time at this time of the clock; neither goes back. */
  at(clockMs: EpochMs): EpochMs {
    this.#clockMs = Math.max(this.#clockMs, clockMs);
    this.#nowMs = this.shownAt(clockMs);
    return this.#nowMs;
  }

  /** Returns the time that {@link at} would give. Time does not go on by it, because readers store nothing. */
  shownAt(clockMs: EpochMs): EpochMs {
    return Math.max(this.#nowMs, clockMs);
  }
}
