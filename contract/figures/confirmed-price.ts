/** A price over time: what sources agree on counts at once, but a jump, and the end of a gap, must hold first. */
import { areClose, type Agreement, type Disagreement } from './price-agreement.ts';

/**
 * live: the price counts. confirming: sources agree on a price that must hold first. closed: there are no
 * trading hours now. Any other: the sources do not agree.
 */
export type PriceStatus = 'live' | 'confirming' | 'closed' | Disagreement;

/** A move of more than 1/50 (2 %) is a jump. */
const JUMP = 50;
/** A jump, and the first price after a disagreement, must hold for so many evaluations and so long. */
const CONFIRMATIONS = 3;
const CONFIRM_MS = 500;

/** Evaluations that agree with each other within 0.5 %. */
interface Run {
  readonly sinceMs: number;
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

export class ConfirmedPrice {
  readonly #isFirstConfirmed: boolean;
  #status: PriceStatus = 'too_few';
  #ticks: number | null = null;
  #run: Run | null = null;

  /** @param isFirstConfirmed whether the first price must hold first, too. */
  constructor({ isFirstConfirmed }: { readonly isFirstConfirmed: boolean }) {
    this.#isFirstConfirmed = isFirstConfirmed;
  }

  /** The status after the last evaluation. */
  get status(): PriceStatus {
    return this.#status;
  }

  /** The last live price in whole ticks; null before the first. It stays while the price is not live. */
  get ticks(): number | null {
    return this.#ticks;
  }

  /** Takes the agreement of the sources at `now`; null outside trading hours. */
  take(agreement: Agreement | null, now: number): void {
    if (agreement === null) this.#stop('closed');
    else if (!agreement.isAgreed) this.#stop(agreement.reason);
    else this.#agree(agreement.ticks, now);
  }

  /** The price was not followed for a while: the next agreement must hold first. */
  interrupt(): void {
    this.#stop('too_few');
  }

  /** Takes the last live price of an earlier run: what comes next is confirmed like the end of a gap. */
  resume(ticks: number): void {
    this.#stop('too_few');
    this.#ticks = ticks;
  }

  /** Takes a live price that was confirmed elsewhere. */
  adopt(ticks: number): void {
    this.#status = 'live';
    this.#ticks = ticks;
    this.#run = null;
  }

  /** Forgets all prices. */
  restart(): void {
    this.#stop('too_few');
    this.#ticks = null;
  }

  #agree(ticks: number, now: number): void {
    if (this.#isNext(ticks) || this.#isConfirmed(ticks, now)) this.adopt(ticks);
    else this.#status = 'confirming';
  }

  #isNext(ticks: number): boolean {
    const last = this.#ticks;
    // Before the first price there is nothing that a wrong one could be a jump from.
    if (last === null) return !this.#isFirstConfirmed;
    return this.#status === 'live' && JUMP * Math.abs(ticks - last) <= last;
  }

  /** Adds an evaluation to the run that it agrees with, or begins another run. */
  #isConfirmed(ticks: number, now: number): boolean {
    const run = this.#run;
    const low = Math.min(run?.low ?? ticks, ticks);
    const high = Math.max(run?.high ?? ticks, ticks);
    this.#run =
      run !== null && areClose(low, high)
        ? { ...run, count: run.count + 1, low, high }
        : { sinceMs: now, count: 1, low: ticks, high: ticks };
    return this.#run.count >= CONFIRMATIONS && now - this.#run.sinceMs >= CONFIRM_MS;
  }

  #stop(status: PriceStatus): void {
    this.#status = status;
    this.#run = null;
  }
}
