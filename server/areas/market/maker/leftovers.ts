/** Orders of the house that are to leave the books: a market that is halted keeps them until it is not. */
import type { HouseParts } from './house-parts.ts';

export interface HouseOwner {
  readonly ownerId: number;
  readonly requestId: string;
}

export class Leftovers {
  private readonly owner: HouseOwner;
  private readonly parts: Pick<HouseParts, 'commands' | 'view' | 'clock'>;
  private readonly marketIds: Set<number>;
  private readonly underWay = new Set<number>();

  /** Begins with every market in which the owner has orders: those of an earlier run. */
  constructor(owner: HouseOwner, parts: Pick<HouseParts, 'commands' | 'view' | 'clock'>) {
    this.owner = owner;
    this.parts = parts;
    this.marketIds = new Set(parts.view.openOrders(owner.ownerId).map((o) => o.marketId));
  }

  /** Whether orders are still to leave a market: nothing may be placed there meanwhile. */
  has(marketId: number): boolean {
    return this.marketIds.has(marketId);
  }

  /** From now on every order of the owner in that market is to leave it. */
  add(marketId: number): void {
    this.marketIds.add(marketId);
  }

  /** Cancels them where the market is not halted; what is refused stays for the next call. */
  async withdraw(): Promise<void> {
    const { view } = this.parts;
    const due = [...this.marketIds].filter(
      (id) => !this.underWay.has(id) && view.markets.get(id)?.status !== 'halted',
    );
    await Promise.all(due.map((marketId) => this.withdrawFrom(marketId)));
  }

  private async withdrawFrom(marketId: number): Promise<void> {
    const { commands, clock } = this.parts;
    this.underWay.add(marketId);
    const result = await commands.cancelAll({ ...this.owner, marketId, now: clock.now() });
    this.underWay.delete(marketId);
    if (result.ok) this.marketIds.delete(marketId);
  }
}
