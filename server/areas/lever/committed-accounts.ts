/** Contract accounts and orders as they are committed, shown to readers while the next batch is on its way. */
import { ensure } from '../../../contract/assert.ts';
import { countedResultOf, usableOf } from '../../../contract/figures/lever-account.ts';
import type { LeverFunds } from '../../../contract/figures/lever-account.ts';
import { nightWeightOf } from '../../../contract/figures/lever-nights.ts';
import { profitOf } from '../../../contract/figures/lever-order.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import type { LeverAccountState, LeverBatch } from './lever-exchange.types.ts';

type Funds = Pick<LeverFunds, 'available' | 'frozen' | 'debt'>;

interface Account {
  funds: Funds;
  /** Open orders by id, oldest first. */
  readonly orders: Map<number, LeverOrder>;
}

/** Prices of markets for the value of an account. */
export interface LastPrices {
  /** The last live price in ticks; null before the first. */
  lastTicks(marketId: number): number | null;
  /** Whether the market has a live mark now. */
  isLive(marketId: number): boolean;
}

/** At least so many ended orders are remembered, because a command often arrives just after a trigger. */
const ENDED_KEPT = 10_000;

export class CommittedAccounts {
  readonly #accounts = new Map<number, Account>();
  readonly #open = new Map<number, LeverOrder>();
  /** The newest ended orders, and the ones before them. */
  #ended = new Map<number, LeverOrder>();
  #endedBefore: ReadonlyMap<number, LeverOrder> = new Map();

  knows(ownerId: number): boolean {
    return this.#accounts.has(ownerId);
  }

  /** Loads the stored amounts of an owner; does nothing for a known one. */
  load(ownerId: number, funds: Funds): void {
    if (!this.knows(ownerId)) this.#accounts.set(ownerId, { funds, orders: new Map() });
  }

  /** Drops the account of an owner without open orders, whom the writer's memory has forgotten too. */
  forget(ownerId: number): void {
    this.#accounts.delete(ownerId);
  }

  /** Loads an open order of a known owner, oldest first. */
  loadOrder(order: LeverOrder): void {
    this.#take(order);
  }

  apply({ orders, accounts }: LeverBatch): void {
    for (const { ownerId, available, frozen, debt } of accounts)
      this.#of(ownerId).funds = { available, frozen, debt };
    for (const order of orders) this.#take(order);
  }

  /** Returns an order that is open or has ended recently. */
  order(id: number): LeverOrder | undefined {
    return this.#open.get(id) ?? this.#ended.get(id) ?? this.#endedBefore.get(id);
  }

  /** The account at these prices. @throws AssertionError for an unknown owner. */
  state(ownerId: number, prices: LastPrices, now: EpochMs): LeverAccountState {
    const { funds, orders } = this.#of(ownerId);
    let margin = 0n;
    let nights = 0n;
    const results = new Map<number, bigint>();
    for (const order of orders.values()) {
      const { opening, marketId } = order;
      if (opening === null) continue;
      margin += opening.margin;
      const ticks = prices.lastTicks(marketId) ?? opening.ticks;
      const result = profitOf(order, opening.ticks, ticks);
      results.set(marketId, (results.get(marketId) ?? 0n) + result);
      const weight = nightWeightOf(order.calendar, opening.atMs, Math.max(opening.atMs, now));
      nights += opening.nightFee * BigInt(weight);
    }
    let unrealised = 0n;
    let counted = 0n;
    for (const [marketId, result] of results) {
      unrealised += result;
      counted += countedResultOf(result, prices.isLive(marketId));
    }
    const all = { ...funds, margin, unrealised, nights };
    const usable = usableOf({ ...all, unrealised: counted });
    return { ownerId, ...all, usable, orders: [...orders.values()] };
  }

  #take(order: LeverOrder): void {
    const { id, ownerId, state } = order;
    const { orders } = this.#of(ownerId);
    if (state !== 'closed' && state !== 'cancelled') {
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

  #of(ownerId: number): Account {
    return ensure(this.#accounts.get(ownerId), `contract account of ${ownerId}`);
  }
}
