/** The listeners of one kind of event. One that throws is logged, and the others still hear of the event. */
import type { Log } from '../log.ts';

export class Listeners<Event extends readonly unknown[]> {
  readonly #log: Pick<Log, 'error'>;
  readonly #failure: string;
  readonly #listeners = new Set<(...event: Event) => void>();

  /** @param failure message of the log for a listener that throws. */
  constructor(log: Pick<Log, 'error'>, failure: string) {
    this.#log = log;
    this.#failure = failure;
  }

  /** @returns a function that removes the listener. */
  add(listener: (...event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(...event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(...event);
      } catch (error) {
        this.#log.error({ err: error }, this.#failure);
      }
    }
  }
}
