/** The signed-in user's state, built from a snapshot and the events after it. */
import type { UserSnapshotMessage } from '../contract/channels.ts';
import type { LeverOrderInfo } from '../contract/lever/lever.ts';
import type { MicroOrderInfo } from '../contract/micro/micro.ts';
import type { ACCOUNT_TYPES, Balance } from '../contract/wallet/accounts.ts';
import type { Order } from '../contract/spot/spot.ts';
import type { UserEvent } from '../contract/user-records.ts';

// Types only, because their file has the schema library.
const SPOT: (typeof ACCOUNT_TYPES)['spot'] = 1;
const CONTRACT: (typeof ACCOUNT_TYPES)['contract'] = 2;
const FAST_CONTRACT: (typeof ACCOUNT_TYPES)['fast_contract'] = 4;

export class UserState {
  #hasSnapshot = false;
  /** Replaced, never mutated: the same map as long as nothing in it changes. */
  #openOrders: ReadonlyMap<string, Order> = new Map();
  #leverOrders: ReadonlyMap<string, LeverOrderInfo> = new Map();
  #spotBalances: ReadonlyMap<number, Balance> = new Map();
  #leverBalances: ReadonlyMap<number, Balance> = new Map();
  #microOrders: ReadonlyMap<string, MicroOrderInfo> = new Map();
  #microBalances: ReadonlyMap<number, Balance> = new Map();

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

  /** Pending contract orders and open positions by id. */
  get leverOrders(): ReadonlyMap<string, LeverOrderInfo> {
    return this.#leverOrders;
  }

  /** Balances of the contract account by currency id. */
  get leverBalances(): ReadonlyMap<number, Balance> {
    return this.#leverBalances;
  }

  /** Open fast contracts by id. */
  get microOrders(): ReadonlyMap<string, MicroOrderInfo> {
    return this.#microOrders;
  }

  /** Balances of the fast-contract account by currency id. */
  get microBalances(): ReadonlyMap<number, Balance> {
    return this.#microBalances;
  }

  replace({
    orders,
    lever_orders: leverOrders = [],
    micro_orders: microOrders = [],
    balances,
  }: UserSnapshotMessage): void {
    this.#hasSnapshot = true;
    this.#openOrders = new Map(orders.map((order) => [order.id, order]));
    this.#leverOrders = new Map(leverOrders.map((order) => [order.id, order]));
    this.#spotBalances = balancesOf(SPOT, balances);
    this.#leverBalances = balancesOf(CONTRACT, balances);
    this.#microOrders = new Map(microOrders.map((order) => [order.id, order]));
    this.#microBalances = balancesOf(FAST_CONTRACT, balances);
  }

  apply(event: UserEvent): void {
    if (event.kind === 'balance') this.#applyBalance(event.record);
    else if (event.kind === 'lever_order') {
      const { record: order } = event;
      const orders = new Map(this.#leverOrders);
      if (order.state === 'closed' || order.state === 'cancelled') orders.delete(order.id);
      else orders.set(order.id, order);
      this.#leverOrders = orders;
    } else if (event.kind === 'micro_order') {
      const { record: order } = event;
      const orders = new Map(this.#microOrders);
      if (order.state === 'opening' || order.state === 'open') orders.set(order.id, order);
      else orders.delete(order.id);
      this.#microOrders = orders;
    } else if (event.kind === 'order') {
      const { record: order } = event;
      const orders = new Map(this.#openOrders);
      if (order.state === 'paid') orders.set(order.id, order);
      else orders.delete(order.id);
      this.#openOrders = orders;
    }
  }

  #applyBalance(balance: Balance): void {
    const { account_type_id: type, currency_id: currencyId } = balance;
    if (type === SPOT) this.#spotBalances = new Map(this.#spotBalances).set(currencyId, balance);
    else if (type === CONTRACT)
      this.#leverBalances = new Map(this.#leverBalances).set(currencyId, balance);
    else if (type === FAST_CONTRACT)
      this.#microBalances = new Map(this.#microBalances).set(currencyId, balance);
  }
}

const balancesOf = (type: number, balances: readonly Balance[]): ReadonlyMap<number, Balance> =>
  new Map(
    balances
      .filter((balance) => balance.account_type_id === type)
      .map((balance) => [balance.currency_id, balance]),
  );
