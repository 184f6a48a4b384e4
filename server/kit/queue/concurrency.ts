/** Bounds on parallel work: a number of tasks overall, and one task per key. */

/** Thrown by a full gate: the task was not started and may be retried. */
export class GateFullError extends Error {
  override readonly name = 'GateFullError';
}

/** Runs at most `runningMax` tasks in parallel; up to `waitingMax` more wait in order. */
export class Gate {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
  }

  /** @throws GateFullError immediately when the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#runningMax) this.#running += 1;
    else {
      if (this.#waiting.length >= this.#waitingMax) throw new GateFullError('too many waiting');
      // The finished task hands its place over, so the count stays.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/**
 * Runs tasks of the same key one after the other, in order; different keys do not wait for each
 * other.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key) ?? Promise.resolve();
    const current = previous.then(task, task);
    this.#tails.set(key, current);
    try {
      return await current;
    } finally {
      if (this.#tails.get(key) === current) this.#tails.delete(key);
    }
  }
}
