/** What belongs to the person who is signed in, put together from a snapshot and the events after it. */
import type { UserEvent, UserSnapshotMessage } from '../contract/channels.ts';
import type { Balance } from '../contract/wallet/accounts.ts';
import type { Order } from '../contract/spot/spot.ts';

export class UserState {
  private hasSnapshot = false;
  /** Replaced, never changed: the same map as long as nothing in it changes. */
  private openOrders: ReadonlyMap<string, Order> = new Map();
  private spotBalances: ReadonlyMap<number, Balance> = new Map();

  /** Whether nothing is known at all. */
  get isEmpty(): boolean {
    return !this.hasSnapshot;
  }

  /** Open orders by id. */
  get orders(): ReadonlyMap<string, Order> {
    return this.openOrders;
  }

  /** Spot balances by currency id. */
  get balances(): ReadonlyMap<number, Balance> {
    return this.spotBalances;
  }

  replace({ orders, balances }: UserSnapshotMessage): void {
    this.hasSnapshot = true;
    this.openOrders = new Map(orders.map((order) => [order.id, order]));
    this.spotBalances = new Map(balances.map((balance) => [balance.currency_id, balance]));
  }

  apply(event: UserEvent): void {
    if (event.kind === 'balance') {
      const { balance } = event;
      this.spotBalances = new Map(this.spotBalances).set(balance.currency_id, balance);
    } else if (event.kind === 'order') {
      const orders = new Map(this.openOrders);
      if (event.order.state === 'paid') orders.set(event.order.id, event.order);
      else orders.delete(event.order.id);
      this.openOrders = orders;
    }
  }
}
