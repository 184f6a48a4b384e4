/**
 * Lets long computations share the event loop with other work. In one pass they compute until a time
 * slice is used up, and the last one takes at most one slice more. Sockets, timers and other calls
 * therefore wait at most two slices. New computations, which are often short, alternate with started
 * ones. The oldest started computation runs first until it ends, so that only earlier ones delay it,
 * however many new ones follow.
 */

/** Duration of a slice: the minimum, and the maximum during long passes. */
const SLICE_MS = 2;
const SLICE_MS_MAX = 8;
/** The share of long passes that computations get, because they would otherwise take seconds. */
const SHARE = 1 / 4;

interface LoopOfTurns {
  now(): number;
  /** Calls back in the next pass of the event loop. */
  nextPass(run: () => void): void;
}

const EVENT_LOOP: LoopOfTurns = {
  now: () => performance.now(),
  // An immediate set by an immediate belongs to the next pass.
  nextPass: (run) => void setImmediate(run),
};

type Waiting = (() => void)[];

export class Turns {
  readonly #newcomers: Waiting = [];
  readonly #continuing: Waiting = [];
  readonly #loop: LoopOfTurns;
  /** Whether the present or last turn started a new computation. */
  #isNewcomer = false;
  #isScheduled = false;
  #sliceEndsAt = 0;

  constructor(loop = EVENT_LOOP) {
    this.#loop = loop;
  }

  /** Resolves at the first turn of a computation. */
  begin(): Promise<void> {
    return this.#wait(this.#newcomers);
  }

  /** Resolves at the next turn of a started computation. */
  again(): Promise<void> {
    return this.#wait(this.#continuing, !this.#isNewcomer);
  }

  /** Whether the slice of the present turn is used up. */
  get isOver(): boolean {
    return this.#loop.now() >= this.#sliceEndsAt;
  }

  #wait(queue: Waiting, isFirst = false): Promise<void> {
    return new Promise((resolve) => {
      if (isFirst) queue.unshift(resolve);
      else queue.push(resolve);
      if (!this.#isScheduled) this.#schedule();
    });
  }

  #schedule(): void {
    this.#isScheduled = true;
    const askedAt = this.#loop.now();
    this.#loop.nextPass(() => void this.#pass(this.#loop.now() - askedAt));
  }

  async #pass(waitedMs: number): Promise<void> {
    const sliceMs = Math.min(Math.max(SLICE_MS, waitedMs * SHARE), SLICE_MS_MAX);
    const endsAt = this.#loop.now() + sliceMs;
    do {
      this.#sliceEndsAt = this.#loop.now() + sliceMs;
      this.#takeNext()?.();
      // The computation runs before the code after this line.
      await Promise.resolve();
    } while (this.#loop.now() < endsAt && this.#count > 0);
    this.#isScheduled = false;
    if (this.#count > 0) this.#schedule();
  }

  #takeNext(): (() => void) | undefined {
    const isNewcomer =
      this.#continuing.length === 0 || (!this.#isNewcomer && this.#newcomers.length > 0);
    this.#isNewcomer = isNewcomer;
    return isNewcomer ? this.#newcomers.shift() : this.#continuing.shift();
  }

  get #count(): number {
    return this.#newcomers.length + this.#continuing.length;
  }
}
