/**
 * First refutations of deposits. A node answers without the payments of a block while its index is incomplete, so that only a
 * second refutation some minutes later is stored. A restart begins with none.
 */
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import type { MinedDeposit } from './deposit-proofs.repo.ts';

/** Shortest time between two refutations of a deposit. */
export const REFUTED_AGAIN_MS = 5 * MINUTE_MS;

type Placed = Pick<MinedDeposit, 'id' | 'blockHash'>;

export class DepositDoubts {
  readonly #first = new Map<number, { readonly blockHash: string; readonly at: EpochMs }>();

  /** Notes a refutation. @returns whether it repeats a refutation that is old enough, in the same block. */
  repeats({ id, blockHash }: Placed, now: EpochMs): boolean {
    const first = this.#first.get(id);
    if (first?.blockHash === blockHash) return now - first.at >= REFUTED_AGAIN_MS;
    this.#first.set(id, { blockHash, at: now });
    return false;
  }

  end({ id }: Pick<Placed, 'id'>): void {
    this.#first.delete(id);
  }

  ids(): readonly number[] {
    return [...this.#first.keys()];
  }
}
