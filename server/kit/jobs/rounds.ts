/** Does something again and again, one round at a time: what nobody else comes back for. */
import type { Log } from '../log.ts';

export interface RoundsOf {
  readonly pauseMs: number;
  /** For the log, where a round fails; the next one comes all the same. */
  readonly failure: string;
  work(): Promise<void>;
}

export class Rounds {
  readonly #log: Log;
  readonly #of: RoundsOf;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(log: Log, of: RoundsOf) {
    this.#log = log;
    this.#of = of;
  }

  /** The first round comes after a pause. */
  start(): void {
    let isUnderWay = false;
    this.#timer = setInterval(() => {
      if (isUnderWay) return;
      isUnderWay = true;
      this.#running = this.#round().finally(() => (isUnderWay = false));
    }, this.#of.pauseMs).unref();
  }

  /** Waits for the round under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #round(): Promise<void> {
    try {
      await this.#of.work();
    } catch (error) {
      this.#log.error({ err: error }, this.#of.failure);
    }
  }
}
