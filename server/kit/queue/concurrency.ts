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

/** Runs at most `tasksMax` tasks of the same key at once, and refuses all others. */
export class KeyedBound {
  readonly #tasksMax: number;
  readonly #tasks = new Map<string, number>();

  constructor(tasksMax: number) {
    this.#tasksMax = tasksMax;
  }

  /** @throws GateFullError immediately when the key has too many tasks. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tasks.get(key) ?? 0;
    if (before >= this.#tasksMax) throw new GateFullError('too many of one key');
    this.#tasks.set(key, before + 1);
    try {
      return await task();
    } finally {
      const left = (this.#tasks.get(key) ?? 1) - 1;
      if (left > 0) this.#tasks.set(key, left);
      else this.#tasks.delete(key);
    }
  }
}

/** Tasks of one key, the running one included. Calls that wait for longer have been given up by their callers. */
const QUEUED_MAX = 100;

/**
 * Runs tasks of the same key one after the other, in order; different keys do not wait for each
 * other.
 */
export class KeyedQueue {
  readonly #bound: KeyedBound;
  readonly #tails = new Map<string, Promise<unknown>>();

  /** @param tasksMax tasks of one key, the running one included. */
  constructor(tasksMax: number = QUEUED_MAX) {
    this.#bound = new KeyedBound(tasksMax);
  }

  /** @throws GateFullError immediately when the key has too many tasks. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    return this.#bound.run(key, () => this.runAlways(key, task));
  }

  /** Like {@link run}, without a bound: for work that must happen. */
  async runAlways<T>(key: string, task: () => Promise<T>): Promise<T> {
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
