/** Decides when a pending deposit is given up. The wait is kept in memory, so a restart resets it. */
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { TransactionFate } from '../custody/custody.area.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

export class WaitingPatience {
  /** By deposit id, the time since which the network does not know the transaction. */
  readonly #unknownSince = new Map<number, EpochMs>();

  /**
   * Whether to stop waiting: a reported block contains the transaction, the deposit is
   * `deposit_waiting_ms_max` old, or the network has not known it for `deposit_unknown_ms_max`. That last
   * span is needed because a restarted node, or one of several, may not know pending transactions yet.
   */
  async hasEnded(
    { id, createdAtMs }: Pick<DepositRow, 'id' | 'createdAtMs'>,
    askFate: () => TransactionFate | Promise<TransactionFate>,
    now: EpochMs,
  ): Promise<boolean> {
    const hasEnded =
      now - createdAtMs >= LIMITS.deposit_waiting_ms_max ||
      this.#isGivenUp(id, await askFate(), now);
    if (hasEnded) this.#unknownSince.delete(id);
    return hasEnded;
  }

  #isGivenUp(id: number, fate: TransactionFate, now: EpochMs): boolean {
    if (fate !== 'unknown') {
      this.#unknownSince.delete(id);
      return fate === 'told';
    }
    const since = this.#unknownSince.get(id) ?? now;
    this.#unknownSince.set(id, since);
    return now - since >= LIMITS.deposit_unknown_ms_max;
  }
}
