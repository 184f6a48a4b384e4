/** Fast-contract accounts and open orders as they are committed, for readers. */
import { ensure } from '../../../contract/assert.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { OwnedBalance } from '../../ledger/writer/owned-balances.ts';
import type { MicroAccount, StoredMicroOrder } from './micro.types.ts';

interface Account {
  available: bigint;
  frozen: bigint;
  readonly orders: Map<number, StoredMicroOrder>;
}

/** Minimum of ended orders that are remembered, because users ask for an order shortly after its end. */
const ENDED_KEPT = 10_000;

export class MicroAccounts {
  readonly #currencyId: number;
  readonly #accounts = new Map<number, Account>();
  readonly #open = new Map<number, StoredMicroOrder>();
  /** The newest ended orders, and the ones before them. */
  #ended = new Map<number, StoredMicroOrder>();
  #endedBefore: ReadonlyMap<number, StoredMicroOrder> = new Map();

  /** @param currencyId the currency of all stakes. */
  constructor(currencyId: number) {
    this.#currencyId = currencyId;
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** All orders that are open. */
  get openOrders(): Iterable<StoredMicroOrder> {
    return this.#open.values();
  }

  /** Loads the stored balances of an owner; does nothing for a known one. */
  load(ownerId: number, balances: readonly OwnedBalance[]): void {
    if (this.#accounts.has(ownerId)) return;
    this.#accounts.set(ownerId, { available: 0n, frozen: 0n, orders: new Map() });
    this.takeBalances(balances);
  }

  forget(ownerIds: readonly number[]): void {
    for (const ownerId of ownerIds) this.#accounts.delete(ownerId);
  }

  /** Takes an order of a known owner; open ones oldest first. */
  takeOrder(order: StoredMicroOrder): void {
    const { id, ownerId, settledAtMs } = order;
    const { orders } = ensure(this.#accounts.get(ownerId), `fast-contract account of ${ownerId}`);
    if (settledAtMs === null) {
      this.#open.set(id, order);
      orders.set(id, order);
      return;
    }
    this.#open.delete(id);
    orders.delete(id);
    if (this.#ended.size >= ENDED_KEPT) {
      this.#endedBefore = this.#ended;
      this.#ended = new Map();
    }
    this.#ended.set(id, order);
  }

  /** Returns an order that is open or has ended recently. */
  order(id: number): StoredMicroOrder | undefined {
    return this.#open.get(id) ?? this.#ended.get(id) ?? this.#endedBefore.get(id);
  }

  account(ownerId: number): MicroAccount | undefined {
    const account = this.#accounts.get(ownerId);
    if (account === undefined) return undefined;
    const { available, frozen, orders } = account;
    return { ownerId, available, frozen, orders: [...orders.values()] };
  }

  /** Takes committed balances; balances of unknown owners and other accounts are left out. */
  takeBalances(balances: readonly OwnedBalance[]): void {
    for (const { ownerId, accountType, currencyId, available, frozen } of balances) {
      const account = this.#accounts.get(ownerId);
      const isOurs = accountType === ACCOUNT_TYPES.fast_contract && currencyId === this.#currencyId;
      if (account !== undefined && isOurs) Object.assign(account, { available, frozen });
    }
  }
}
