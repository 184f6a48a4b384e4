/**
 * Work that an earlier run left. The start waits for it only briefly, so that the server soon answers
 * however much is left; the rest continues in the background.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Log } from '../log.ts';

/** Longest wait of one start for all of its work. */
const START_WAIT_MS_MAX = SECOND_MS;

export class CatchUpWork {
  readonly #log: Pick<Log, 'error' | 'info'>;
  readonly #ending = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #leftMs: number;

  constructor(log: Pick<Log, 'error' | 'info'>, startWaitMs = START_WAIT_MS_MAX) {
    this.#log = log;
    this.#leftMs = startWaitMs;
  }

  /**
   * Resolves when the work is done, or when the start has waited long enough. @param work must end early
   * when its signal is aborted, and be repeated by its owner after a failure. @throws its error while the
   * start waits; a later one is logged.
   */
  async begin(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#ending;
    const beganAt = performance.now();
    const passedMs = () => Math.round(performance.now() - beganAt);
    const done = work(signal).then(() => 'done' as const);
    const waited = new AbortController();
    const patience = delay(this.#leftMs, 'late' as const, { signal: waited.signal }).catch(
      () => 'late' as const,
    );
    try {
      if ((await Promise.race([done, patience])) === 'done') return;
    } finally {
      waited.abort();
      this.#leftMs = Math.max(0, this.#leftMs - passedMs());
    }
    const rest = done
      .then(
        () => this.#log.info({ work: name, ms: passedMs() }, 'work of an earlier run is done'),
        (error: unknown) =>
          signal.aborted ||
          this.#log.error(
            { err: error, work: name },
            'work of an earlier run waits for its next round',
          ),
      )
      .finally(() => this.#running.delete(rest));
    this.#running.add(rest);
  }

  /** Waits for the step that is under way. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running);
  }
}
