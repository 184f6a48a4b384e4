/** The signed-in user's state, built from a snapshot and the events after it. */
import type { UserSnapshotMessage } from '../contract/channels.ts';
import type { Balance } from '../contract/wallet/accounts.ts';
import type { Order } from '../contract/spot/spot.ts';
import type { UserEvent } from '../contract/user-records.ts';

export class UserState {
  #hasSnapshot = false;
  /** Replaced, never mutated: the same map as long as nothing in it changes. */
  #openOrders: ReadonlyMap<string, Order> = new Map();
  #spotBalances: ReadonlyMap<number, Balance> = new Map();

  /** Whether nothing is known. */
  get isEmpty(): boolean {
    return !this.#hasSnapshot;
  }

  /** Open orders by id. */
  get orders(): ReadonlyMap<string, Order> {
    return this.#openOrders;
  }

  /** Spot balances by currency id. */
  get balances(): ReadonlyMap<number, Balance> {
    return this.#spotBalances;
  }

  replace({ orders, balances }: UserSnapshotMessage): void {
    this.#hasSnapshot = true;
    this.#openOrders = new Map(orders.map((order) => [order.id, order]));
    this.#spotBalances = new Map(balances.map((balance) => [balance.currency_id, balance]));
  }

  apply(event: UserEvent): void {
    if (event.kind === 'balance') {
      const { record: balance } = event;
      this.#spotBalances = new Map(this.#spotBalances).set(balance.currency_id, balance);
    } else if (event.kind === 'order') {
      const { record: order } = event;
      const orders = new Map(this.#openOrders);
      if (order.state === 'paid') orders.set(order.id, order);
      else orders.delete(order.id);
      this.#openOrders = orders;
    }
  }
}
