/**
 * Withdrawals that cannot proceed: their own record is corrupt, or the chain cannot take them. In the
 * second case its wallet is short of funds, the recipient refuses the payment, or the chain is not
 * configured. Every sweep and every block retries them; a success removes them from the list.
 */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';

interface Damage {
  readonly withdrawalId: number;
  /** The time at which it was added to the list, which is empty at the start of the server. */
  readonly foundAtMs: EpochMs;
}

export class DamagedWithdrawals {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #found = new Map<number, EpochMs>();

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Adds a withdrawal to the list and logs it the first time.
   * @param error undefined when no error was thrown.
   * @param what the failed action and its consequence, for the log.
   */
  note(withdrawal: number, error: unknown, what: string): void {
    if (this.#found.has(withdrawal)) return;
    this.#found.set(withdrawal, this.#clock.now());
    this.#log.error({ withdrawal, ...(error !== undefined && { err: error }) }, what);
  }

  /** Removes a withdrawal that has proceeded. */
  clear(withdrawal: number): void {
    this.#found.delete(withdrawal);
  }

  /** Lists withdrawals in the order of their first failure. */
  list(): readonly Damage[] {
    return [...this.#found].map(([withdrawalId, foundAtMs]) => ({ withdrawalId, foundAtMs }));
  }
}
