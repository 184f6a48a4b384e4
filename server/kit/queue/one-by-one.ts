/** Runs tasks of the same key one after the other, in the order in which they were given. */

export class OneByOne {
  readonly #last = new Map<number, Promise<unknown>>();

  /** @returns the result of the task; the next task runs also after one that has failed. */
  async run<T>(key: number, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const running = before.then(task, task);
    this.#last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === running) this.#last.delete(key);
    }
  }
}
