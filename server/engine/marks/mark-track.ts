/**
 * The mark of one pair over time: agreements of its sources become a live price, jumps are confirmed
 * first, and past marks give a slow mean. It has no clock.
 */
import { assert } from '../../../contract/assert.ts';
import { ConfirmedPrice, type PriceStatus } from '../../../contract/figures/confirmed-price.ts';
import type { Agreement } from '../../../contract/figures/price-agreement.ts';

/** Without an evaluation for this long, a live mark is no longer live. */
export const MARK_AGE_MS = 10_000;
/** The breaker: a move of more than 1/10 (10 %) within the window lets positions be closed only. */
const BREAKER = 10;
const BREAKER_WINDOW_MS = 60_000;
const CLOSE_ONLY_MS = 300_000;
/** The slow mean is that of the marks of this span, one a second. */
export const MEAN_SPAN_MS = 300_000;
const SAMPLE_MS = 1_000;
/** Both ends of the window included. */
const WINDOW_SAMPLES_MAX = BREAKER_WINDOW_MS / SAMPLE_MS + 1;

/** Whether the breaker starts at a price after that mark. */
const isFar = (ticks: number, mark: number): boolean => BREAKER * Math.abs(ticks - mark) > mark;

interface Sample {
  readonly atMs: number;
  readonly ticks: number;
}

export class MarkTrack {
  readonly #price = new ConfirmedPrice({ isFirstConfirmed: false });
  #evaluatedAtMs = Number.NEGATIVE_INFINITY;
  #closeOnlyUntilMs = Number.NEGATIVE_INFINITY;
  /** Live marks of the last {@link MEAN_SPAN_MS}, oldest first, and their sum. */
  #samples: Sample[] = [];
  #sum = 0;
  /** Bounds of the live marks that were in the breaker's window when the newest of them came. */
  #lowest = Number.NaN;
  #highest = Number.NaN;

  /** Takes the agreement of the sources at `now`; null while the pair is closed. */
  take(agreement: Agreement | null, now: number): void {
    const isStale = Math.abs(now - this.#evaluatedAtMs) > MARK_AGE_MS || now < this.#evaluatedAtMs;
    if (isStale) this.#price.interrupt();
    this.#evaluatedAtMs = now;
    this.#price.take(agreement, now);
    const { status, ticks } = this.#price;
    if (status === 'live' && ticks !== null) this.#accept(ticks, now);
  }

  /** Takes the last live mark of an earlier run: what comes next is confirmed like the end of a gap. */
  resume(ticks: number): void {
    this.#price.resume(ticks);
  }

  /** The status at `now`: without evaluations a live mark ends. */
  statusAt(now: number): PriceStatus {
    const { status } = this.#price;
    const ageMs = now - this.#evaluatedAtMs;
    return status === 'live' && (ageMs > MARK_AGE_MS || ageMs < 0) ? 'too_few' : status;
  }

  /** Ticks of the live mark; null while it is not live. */
  liveTicks(now: number): number | null {
    return this.statusAt(now) === 'live' ? this.#price.ticks : null;
  }

  /** Whether the breaker lets positions be closed only. */
  isCloseOnly(now: number): boolean {
    return now < this.#closeOnlyUntilMs;
  }

  /**
   * The mean of the live marks of the last five minutes, weighted by time and rounded to the nearest
   * tick, a half upwards; null without any. The oldest one counts for the time without marks before it, so
   * that a jump hardly moves the mean of a start either.
   */
  meanTicks(now: number): number | null {
    this.#forget(now);
    const oldest = this.#samples[0];
    if (oldest === undefined) return null;
    const count = Math.max(this.#samples.length, MEAN_SPAN_MS / SAMPLE_MS);
    const sum = this.#sum + (count - this.#samples.length) * oldest.ticks;
    const whole = Math.floor(sum / count);
    return 2 * (sum - whole * count) >= count ? whole + 1 : whole;
  }

  /** Forgets all prices, so that the next agreement is taken as on a first start. */
  restart(): void {
    this.#price.restart();
    this.#closeOnlyUntilMs = Number.NEGATIVE_INFINITY;
    this.#samples = [];
    this.#sum = 0;
  }

  #accept(ticks: number, now: number): void {
    this.#forget(now);
    const isBroken = this.#hasMoved(ticks, now);
    if (isBroken) this.#closeOnlyUntilMs = now + CLOSE_ONLY_MS;
    const newest = this.#samples.at(-1);
    if (newest !== undefined && now - newest.atMs < SAMPLE_MS) return;
    this.#samples.push({ atMs: now, ticks });
    this.#sum += ticks;
    this.#bound(now);
    assert(Number.isSafeInteger(this.#sum), 'the sum of five minutes of marks is exact');
  }

  /** Whether the price is too far from a live mark in the breaker's window. */
  #hasMoved(ticks: number, now: number): boolean {
    // Nearly every price lies between, so that few evaluations look at each mark.
    if (!isFar(ticks, this.#lowest) && !isFar(ticks, this.#highest)) return false;
    return this.#recent(now).some((sample) => isFar(ticks, sample.ticks));
  }

  #bound(now: number): void {
    const recent = this.#recent(now).map((sample) => sample.ticks);
    this.#lowest = Math.min(...recent);
    this.#highest = Math.max(...recent);
  }

  /** The live marks in the breaker's window. */
  #recent(now: number): readonly Sample[] {
    const newest = this.#samples.slice(-WINDOW_SAMPLES_MAX);
    return newest.filter((sample) => now - sample.atMs <= BREAKER_WINDOW_MS);
  }

  /** Drops samples that are too old, and those after `now` when the clock was set back. */
  #forget(now: number): void {
    while (this.#samples.length > 0 && now - (this.#samples[0]?.atMs ?? 0) > MEAN_SPAN_MS)
      this.#sum -= this.#samples.shift()?.ticks ?? 0;
    if ((this.#samples.at(-1)?.atMs ?? now) <= now) return;
    while (this.#samples.length > 0 && (this.#samples.at(-1)?.atMs ?? 0) > now)
      this.#sum -= this.#samples.pop()?.ticks ?? 0;
    // Older marks have come into the window.
    this.#bound(now);
  }
}
