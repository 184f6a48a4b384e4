/** A stack of opened resources, which closes them in reverse order, even after an incomplete start. */
import type { Log } from '../log.ts';

export class ClosingStack {
  readonly #log: Log;
  readonly #closers: { readonly name: string; close(): void | Promise<void> }[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Adds the close function of an opened resource; `name` is for the log. */
  add(name: string, close: () => void | Promise<void>): void {
    this.#closers.push({ name, close });
  }

  /**
   * Closes everything, the last first. A failure is logged, and the others are closed regardless.
   */
  async closeAll(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) {
      try {
        await closer.close();
      } catch (error) {
        this.#log.error({ err: error, closing: closer.name }, 'closing failed');
      }
    }
  }
}
