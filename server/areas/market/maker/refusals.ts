/** Logs refused orders of the exchange, without repeating the same line. */
import { HOUR_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { Log } from '../../../kit/log.ts';

const REPEAT_MS = HOUR_MS;

export class Refusals {
  readonly #who: string;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'warn'>;
  /** Market and error → time of the last log line. */
  readonly #saidAt = new Map<string, EpochMs>();

  /** @param who e.g. `market maker` */
  constructor(who: string, clock: Clock, log: Pick<Log, 'warn'>) {
    this.#who = who;
    this.#clock = clock;
    this.#log = log;
  }

  /** Logs a warning, unless the last hour had the same one for the market. */
  note(marketId: number, error: string): void {
    const key = `${marketId} ${error}`;
    const now = this.#clock.now();
    const said = this.#saidAt.get(key);
    if (said !== undefined && now - said < REPEAT_MS) return;
    this.#saidAt.set(key, now);
    this.#log.warn({ marketId, error }, `an order of the ${this.#who} was refused`);
  }
}
