/** What has been opened so far, so that it can be closed in the opposite order, also after half a start. */
import type { Log } from '../log.ts';

export class ClosingStack {
  readonly #log: Log;
  readonly #closers: { readonly name: string; close(): void | Promise<void> }[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Remembers how to close what was just opened; `name` is for the log. */
  add(name: string, close: () => void | Promise<void>): void {
    this.#closers.push({ name, close });
  }

  /** Closes everything, the last first. A failure is logged and does not keep the others open. */
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
