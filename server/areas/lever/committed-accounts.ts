/** Contract accounts and orders as they are committed, shown to readers while the next batch is on its way. */
import { ensure } from '../../../contract/assert.ts';
import { countedResultOf, usableOf } from '../../../contract/figures/lever-account.ts';
import type { LeverFunds } from '../../../contract/figures/lever-account.ts';
import { nightWeightOf } from '../../../contract/figures/lever-nights.ts';
import { profitOf, signOf } from '../../../contract/figures/lever-order.ts';
import { countsForOpenings, setAsideOf } from '../../../contract/figures/lever-set-aside.ts';
import type { PriceDoubt } from '../../../contract/figures/lever-set-aside.ts';
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
interface LastPrices {
  /** The last live price in ticks; null before the first. */
  lastTicks(marketId: number): number | null;
  /** Reason why the price of the market is uncertain now; null while it is not. */
  doubt(marketId: number): PriceDoubt | null;
}

/** Value of the positions of an account in one market, in units. */
interface Held {
  result: bigint;
  /** Longs less shorts at the last price. */
  netValue: bigint;
  readonly calendar: LeverOrder['calendar'];
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

  /** Whether any order or position is open. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
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
    const markets = new Map<number, Held>();
    for (const order of orders.values()) {
      const { opening, marketId, calendar } = order;
      if (opening === null) continue;
      margin += opening.margin;
      const ticks = prices.lastTicks(marketId) ?? opening.ticks;
      const held = markets.get(marketId) ?? { result: 0n, netValue: 0n, calendar };
      held.result += profitOf(order, opening.ticks, ticks);
      held.netValue += BigInt(ticks * signOf(order.direction)) * valueOfTick(order);
      markets.set(marketId, held);
      const weight = nightWeightOf(order.calendar, opening.atMs, Math.max(opening.atMs, now));
      nights += opening.nightFee * BigInt(weight);
    }
    const { unrealized, counted, setAside } = sumsOf(markets, prices);
    const all = { ...funds, margin, unrealized, nights };
    const usableAfter = (amounts: LeverAccountState['setAside']) =>
      usableOf(
        { ...all, unrealized: counted },
        amounts.reduce((sum, { amount }) => sum + amount, 0n),
      );
    return {
      ownerId,
      ...all,
      usable: usableAfter(setAside.filter(({ doubt }) => countsForOpenings(doubt))),
      transferable: usableAfter(setAside),
      setAside,
      orders: [...orders.values()],
    };
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

/** Returns the change of the position by one tick of the price, in units. */
const valueOfTick = ({ lots, tickLotUnits }: LeverOrder): bigint => BigInt(lots) * tickLotUnits;

function sumsOf(markets: ReadonlyMap<number, Held>, prices: LastPrices) {
  let unrealized = 0n;
  let counted = 0n;
  const setAside: LeverAccountState['setAside'][number][] = [];
  for (const [marketId, { result, netValue, calendar }] of markets) {
    const doubt = prices.doubt(marketId);
    unrealized += result;
    counted += countedResultOf(result, doubt === null || doubt === 'apart');
    if (doubt === null) continue;
    const amount = setAsideOf({ doubt, calendar, netValue });
    if (amount > 0n) setAside.push({ marketId, doubt, amount });
  }
  return { unrealized, counted, setAside };
}
