/** When a payment that waited for a block is given up. Kept in memory: a restart begins to wait again. */
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { TransactionFate } from '../custody/custody.area.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

export class WaitingPatience {
  /** Since when the network does not know them, by id. */
  readonly #unknownSince = new Map<number, EpochMs>();

  /**
   * Whether nothing is to be awaited of it any more. A node that was restarted, or one of several, may
   * not know for a while what is waiting.
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
