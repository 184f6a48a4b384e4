/** Decides when a pending deposit is given up. The wait is kept in memory, so a restart resets it. */
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { TransactionFate } from '../custody/custody.area.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

export class WaitingPatience {
  /** For each deposit, by id: its chain, and the time since which the network does not know the transaction. */
  readonly #unknown = new Map<number, { readonly chain: string; readonly sinceMs: EpochMs }>();

  /** Forgets all other deposits of the chain, because they no longer wait. */
  keepOnly(chain: string, waiting: readonly Pick<DepositRow, 'id'>[]): void {
    const ids = new Set(waiting.map(({ id }) => id));
    for (const [id, one] of this.#unknown)
      if (one.chain === chain && !ids.has(id)) this.#unknown.delete(id);
  }

  /**
   * Whether to stop waiting: a reported block contains the transaction, the deposit is
   * `deposit_waiting_ms_max` old, or the network has not known it for `deposit_unknown_ms_max`. That last
   * span is needed because a restarted node, or one of several, may not know pending transactions yet.
   */
  async hasEnded(
    deposit: Pick<DepositRow, 'id' | 'chain' | 'createdAtMs'>,
    askFate: () => TransactionFate | Promise<TransactionFate>,
    now: EpochMs,
  ): Promise<boolean> {
    const hasEnded =
      now - deposit.createdAtMs >= CHAIN_LIMITS.deposit_waiting_ms_max ||
      this.#isGivenUp(deposit, await askFate(), now);
    if (hasEnded) this.#unknown.delete(deposit.id);
    return hasEnded;
  }

  #isGivenUp(
    { id, chain }: Pick<DepositRow, 'id' | 'chain'>,
    fate: TransactionFate,
    now: EpochMs,
  ): boolean {
    if (fate !== 'unknown') {
      this.#unknown.delete(id);
      return fate === 'reported';
    }
    const sinceMs = this.#unknown.get(id)?.sinceMs ?? now;
    this.#unknown.set(id, { chain, sinceMs });
    return now - sinceMs >= CHAIN_LIMITS.deposit_unknown_ms_max;
  }
}
