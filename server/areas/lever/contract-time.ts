/** The time of contracts: that of the clock, and never before a time that is stored. */
import type { EpochMs } from '../../../contract/time.ts';

/** Contract time that is ahead of the clock loses one of so many milliseconds. */
const CATCH_UP = 8;

/**
 * Contract time never goes back, and nights are counted from stored times. After a start with a clock that is behind the
 * last stored time it goes on at seven eighths of the speed of the clock until both are the same. If it stood still, every
 * wait and every age would last until then.
 */
export class ContractTime {
  readonly #startedAtMs: EpochMs;
  readonly #aheadAtStartMs: number;
  #nowMs: EpochMs;
  #aheadMs: number;

  /** @param clockMs time of the clock. @param lastMs the last stored time */
  constructor(clockMs: EpochMs, lastMs: EpochMs) {
    this.#startedAtMs = clockMs;
    this.#aheadAtStartMs = Math.max(0, lastMs - clockMs);
    this.#aheadMs = this.#aheadAtStartMs;
    this.#nowMs = clockMs + this.#aheadMs;
  }

  /** The last time that {@link at} gave. */
  get nowMs(): EpochMs {
    return this.#nowMs;
  }

  /** By how much it is ahead of the clock because of the start. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Returns the contract time at this time of the clock. */
  at(clockMs: EpochMs): EpochMs {
    const passedMs = Math.max(0, clockMs - this.#startedAtMs);
    this.#aheadMs = Math.max(0, this.#aheadAtStartMs - Math.floor(passedMs / CATCH_UP));
    this.#nowMs = Math.max(this.#nowMs, clockMs + this.#aheadMs);
    return this.#nowMs;
  }
}
