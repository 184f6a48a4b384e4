/** Logs warnings without repeating the same one within an hour. */
import { HOUR_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';

export class HourlyWarnings {
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'warn'>;
  /** Key → time of the last log line. */
  readonly #saidAt = new Map<string, EpochMs>();

  constructor(clock: Clock, log: Pick<Log, 'warn'>) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Logs unless the last hour had a warning with the same key. @param key one of few, because all are kept. */
  note(key: string, fields: Readonly<Record<string, unknown>>, text: string): void {
    const now = this.#clock.now();
    const said = this.#saidAt.get(key);
    if (said !== undefined && now - said < HOUR_MS) return;
    this.#saidAt.set(key, now);
    this.#log.warn(fields, text);
  }
}
