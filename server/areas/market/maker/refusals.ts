/** Logs refused orders of the exchange, without repeating the same line. */
import type { Clock } from '../../../../contract/time.ts';
import type { Log } from '../../../kit/log.ts';
import { HourlyWarnings } from '../hourly-warnings.ts';

export class Refusals {
  readonly #who: string;
  readonly #warnings: HourlyWarnings;

  /** @param who e.g. `market maker` */
  constructor(who: string, clock: Clock, log: Pick<Log, 'warn'>) {
    this.#who = who;
    this.#warnings = new HourlyWarnings(clock, log);
  }

  /** Logs a warning, unless the last hour had the same one for the market. */
  note(marketId: number, error: string): void {
    const text = `an order of the ${this.#who} was refused`;
    this.#warnings.note(`${marketId} ${error}`, { marketId, error }, text);
  }
}
