/**
 * Runs statements one at a time, so that requests gather for the next one. A slow statement lets the next
 * one pass it in a second lane, so that one connection that does not answer cannot stop all.
 */

/** A statement is slow after that time, in milliseconds. Nearly all take a few. */
const SLOW_MS = 250;
const LANES = 2;

export class Lanes {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Number of the statement that started last. */
  #newest = 0;
  /** Whether all running statements are slow. */
  #areSlow = false;

  /**
   * Runs `work` in a later microtask, when a lane is free. Waiting work starts in its order.
   * @throws the error of `work`.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        this.#during(work).then(resolve, reject);
      });
      // Callers of the same moment gather first.
      queueMicrotask(() => this.#startNext());
    });
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    this.#newest += 1;
    const own = this.#newest;
    this.#running += 1;
    this.#areSlow = false;
    const timer = setTimeout(() => {
      if (own === this.#newest) this.#pass();
    }, SLOW_MS).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      this.#running -= 1;
      // The others were slow when it started.
      if (own === this.#newest) this.#pass();
      else this.#startNext();
    }
  }

  #pass(): void {
    this.#areSlow = true;
    this.#startNext();
  }

  #startNext(): void {
    if (this.#running >= LANES || (this.#running > 0 && !this.#areSlow)) return;
    this.#waiting.shift()?.();
  }
}
