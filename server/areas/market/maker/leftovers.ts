/** Orders of the exchange that must be canceled; a halted market keeps them while it is halted. */
import type { HouseParts } from './house-parts.ts';

export interface HouseOwner {
  readonly ownerId: number;
  readonly requestId: string;
}

export class Leftovers {
  readonly #owner: HouseOwner;
  readonly #parts: Pick<HouseParts, 'commands' | 'view' | 'clock'>;
  readonly #marketIds: Set<number>;
  readonly #underWay = new Set<number>();

  /** Starts with every market in which the owner has orders of an earlier run. */
  constructor(owner: HouseOwner, parts: Pick<HouseParts, 'commands' | 'view' | 'clock'>) {
    this.#owner = owner;
    this.#parts = parts;
    this.#marketIds = new Set(parts.view.openOrders(owner.ownerId).map((o) => o.marketId));
  }

  /** Whether a market still has orders to cancel: no order may be placed there until then. */
  has(marketId: number): boolean {
    return this.#marketIds.has(marketId);
  }

  /** Marks all the owner's orders in the market for cancellation. */
  add(marketId: number): void {
    this.#marketIds.add(marketId);
  }

  /** Cancels the orders in markets that are not halted; the next call retries refused ones. */
  async withdraw(): Promise<void> {
    const { view } = this.#parts;
    const due = [...this.#marketIds].filter(
      (id) => !this.#underWay.has(id) && view.markets.get(id)?.status !== 'halted',
    );
    await Promise.all(due.map((marketId) => this.#withdrawFrom(marketId)));
  }

  async #withdrawFrom(marketId: number): Promise<void> {
    const { commands, clock } = this.#parts;
    this.#underWay.add(marketId);
    const result = await commands.cancelAll({ ...this.#owner, marketId, now: clock.now() });
    this.#underWay.delete(marketId);
    if (result.ok) this.#marketIds.delete(marketId);
  }
}
