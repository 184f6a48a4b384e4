/** A gate before the commits of the dealing writer, which a test closes and opens. */
import type { LeverStore } from '../../../server/areas/lever/lever-store.types.ts';

export type WrapStore = (store: LeverStore) => LeverStore;

export class CommitGate {
  #passes: number | null = null;
  #wake: () => void = () => {};

  /** Holds every commit from now on. */
  hold(): void {
    this.#passes = 0;
  }

  /** Lets one commit through. */
  passOne(): void {
    this.#passes = (this.#passes ?? 0) + 1;
    this.#wake();
  }

  release(): void {
    this.#passes = null;
    this.#wake();
  }

  async passed(): Promise<void> {
    while (this.#passes === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#passes !== null) this.#passes -= 1;
  }

  before(store: LeverStore): LeverStore {
    return {
      commit: async (batch) => {
        await this.passed();
        return store.commit(batch);
      },
      setTerms: (rules, now) => store.setTerms(rules, now),
      isCurrent: () => store.isCurrent(),
      balancesOf: (ownerIds) => store.balancesOf(ownerIds),
      keysOf: (ownerId, since) => store.keysOf(ownerId, since),
      findOrder: (orderId) => store.findOrder(orderId),
      close: () => store.close(),
    };
  }
}
