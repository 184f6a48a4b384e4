/**
 * Withdrawals that were left alone, at the start or later: something is wrong with their own record, or the chain cannot
 *  take this one, as its wallet is short of funds, its recipient refuses it, or the chain is not configured. Each is
 * tried again with every round and every block, and is off the list once it went on.
 */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';

export interface Damage {
  readonly withdrawalId: number;
  /** Since the last start of the server. */
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
   * Logged once, however often it is met.
   * @param error undefined where none was met; @param what could not be done, and what became of it.
   */
  note(withdrawal: number, error: unknown, what: string): void {
    if (this.#found.has(withdrawal)) return;
    this.#found.set(withdrawal, this.#clock.now());
    this.#log.error({ withdrawal, ...(error !== undefined && { err: error }) }, what);
  }

  /** It went on. */
  clear(withdrawal: number): void {
    this.#found.delete(withdrawal);
  }

  /** In the order in which they were found. */
  list(): readonly Damage[] {
    return [...this.#found].map(([withdrawalId, foundAtMs]) => ({ withdrawalId, foundAtMs }));
  }
}
