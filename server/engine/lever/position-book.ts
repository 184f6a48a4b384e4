/**
 * Orders, positions and accounts of contract trading in memory, and the steps that change them: each one
 * moves money, arms the prices that trigger later, and records its acts.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { limitMarkOf } from '../../../contract/figures/lever-order.ts';
import type { Entry } from './admission.ts';
import { payoutOf, shortfallOf } from './closing-amounts.ts';
import type { Purse } from './closing-amounts.ts';
import { HouseRisk } from './house-risk.ts';
import type { HouseFunds } from './house-risk.ts';
import { LeverAccount, nightsDue } from './lever-account.ts';
import { LeverMarket, profitAt } from './lever-market.ts';
import { OrderTrigger } from './lever-triggers.ts';
import { MarketSums } from './market-sums.ts';
import type {
  CancelReason,
  CloseReason,
  LeverEvent,
  LeverMarketTerms,
  LeverOrder,
  Position,
  SeenAccount,
} from './lever-types.ts';

/** The effect of a close on the money of the owner, besides the margin, in units. */
export interface PositionResult {
  /** Negative for a loss. */
  readonly profit: bigint;
  /** Fees of its nights. */
  readonly nights: bigint;
}

/** Orders that one step of a search through all of them reads. */
export const READ_OF_STEP = 512;

export class PositionBook {
  readonly house: HouseRisk;
  readonly markets = new Map<number, LeverMarket>();
  readonly accounts = new Map<number, LeverAccount>();
  /** Pending orders and positions by id. */
  readonly orders = new Map<number, LeverOrder>();
  /** The last search for profits that the pool must pay now. */
  deleveragedMs = Number.NEGATIVE_INFINITY;
  readonly #sums = new MarketSums();
  #events: LeverEvent[] = [];
  #now = 0;
  readonly #clockMs: () => number;

  /** @param clockMs see {@link clockMs}. */
  constructor(
    terms: readonly LeverMarketTerms[],
    house: HouseFunds,
    clockMs: () => number = () => this.#now,
  ) {
    this.#clockMs = clockMs;
    for (const market of terms) this.addMarket(market);
    this.house = new HouseRisk(house, this.#sums);
  }

  /** Adds a market; it is frozen before its first mark. @throws AssertionError for a known one. */
  addMarket(terms: LeverMarketTerms): void {
    assert(!this.markets.has(terms.id), 'a market is added once');
    this.markets.set(terms.id, new LeverMarket(terms, this.#sums));
  }

  /** The latest time that was given; time never goes back. */
  get now(): number {
    return this.#now;
  }

  /**
   * The time by which marks get old and orders wait. It is earlier than {@link now} while the clock is behind the last stored
   * time, and goes on in that time.
   */
  get clockMs(): number {
    return this.#clockMs();
  }

  /** @param now milliseconds since 1970; an earlier time than the last one counts as the last one. */
  setNow(now: number): void {
    if (now > this.#now) this.#now = now;
  }

  market(id: number): LeverMarket {
    return ensure(this.markets.get(id), `contract market ${id}`);
  }

  /** The account of the owner. @throws AssertionError before it was restored. */
  account(ownerId: number): LeverAccount {
    return ensure(this.accounts.get(ownerId), `contract account of ${ownerId}`);
  }

  /** Adds an account as it is stored, empty for a new owner. @throws AssertionError for a known owner. */
  restoreAccount(ownerId: number, purse: Purse): void {
    assert(!this.accounts.has(ownerId), 'an account is restored once');
    this.accounts.set(ownerId, new LeverAccount(ownerId, purse));
  }

  /**
   * Adds an open order as it was stored. Its account has the amount that was available without its reserve and margin,
   * and is judged at the next live marks.
   */
  restoreOrder(order: LeverOrder): void {
    const account = this.account(order.ownerId);
    const market = this.market(order.marketId);
    this.#add(order, market);
    if (order.state === 'pending') {
      account.restorePending(order);
      this.#await(order, market);
      return;
    }
    assert(isPosition(order), 'only open orders are restored');
    assert(market.lastTicks !== null, 'a market with positions has had a mark');
    account.add(order, market, this.#now);
    market.count(order, 1);
    if (order.state === 'closing') market.waitingCloses.add(order);
    market.armTargets(order);
    market.waitingOwners.add(order.ownerId);
  }

  record(event: LeverEvent): void {
    this.#events.push(event);
  }

  /** Returns the acts since the last call, in order. */
  takeEvents(): readonly LeverEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** The number of events that the next {@link takeEvents} returns. */
  get eventCount(): number {
    return this.#events.length;
  }

  /** Adds a pending order and takes its reserve. */
  place(order: LeverOrder): void {
    const account = this.account(order.ownerId);
    const market = this.market(order.marketId);
    this.#add(order, market);
    account.addPending(order);
    this.#await(order, market);
    const { reserve, revision } = order;
    this.record({ type: 'order.placed', order, revision, reserve });
  }

  /** Opens an order, pending or new: it becomes a position. */
  open(order: LeverOrder, { ticks, markSeq, cost }: Entry): Position {
    const market = this.market(order.marketId);
    const account = this.account(order.ownerId);
    let released = 0n;
    if (account.pending.has(order)) {
      released = account.dropPending(order);
      market.waitingOpens.delete(order);
      account.receive(released);
    } else this.#add(order, market);
    order.revision += 1;
    account.take(cost.margin + cost.fee);
    order.state = 'in_trading';
    order.opening = { ...cost, ticks, markSeq, atMs: this.#now };
    assert(isPosition(order), 'an opened order is a position');
    account.add(order, market, this.#now);
    market.count(order, 1);
    market.armTargets(order);
    const toInsurance = this.house.takeFee(cost.fee);
    const { revision } = order;
    const { margin, fee } = cost;
    this.record({ type: 'order.opened', order, revision, released, margin, fee, toInsurance });
    return order;
  }

  /** Replaces take-profit and stop-loss of an open order; null clears. */
  amend(order: LeverOrder, takeProfitTicks: number | null, stopLossTicks: number | null): void {
    order.takeProfitTicks = takeProfitTicks;
    order.stopLossTicks = stopLossTicks;
    order.revision += 1;
    if (order.state === 'in_trading') this.market(order.marketId).armTargets(order);
    this.record({ type: 'targets.amended', order, revision: order.revision });
  }

  /** Ends a pending order and gives its reserve back. */
  cancel(order: LeverOrder, reason: CancelReason): void {
    const account = this.account(order.ownerId);
    const market = this.market(order.marketId);
    const released = account.dropPending(order);
    market.waitingOpens.delete(order);
    this.#remove(order, market);
    order.state = 'cancelled';
    order.cancelReason = reason;
    order.revision += 1;
    const repaid = account.receive(released);
    const { revision } = order;
    this.record({ type: 'order.cancelled', order, revision, reason, released, repaid });
  }

  /** Lets a position wait for a price at which it can be closed; the stop-loss of a close by its owner still counts. */
  awaitClose(position: Position, reason: CloseReason): void {
    position.state = 'closing';
    position.closeReason = reason;
    position.revision += 1;
    const market = this.market(position.marketId);
    market.armTargets(position);
    market.waitingCloses.add(position);
    const { revision } = position;
    this.record({ type: 'close.waits', order: position, revision, reason });
  }

  /** The position no longer waits to be closed. */
  resume(position: Position): void {
    const market = this.market(position.marketId);
    assert(market.waitingCloses.delete(position), 'a closing position waits');
    position.state = 'in_trading';
    position.closeReason = null;
    position.revision += 1;
    market.armTargets(position);
    this.record({ type: 'close.withdrawn', order: position, revision: position.revision });
  }

  /** The effect of a close at the last live price of its market. */
  resultOf(position: Position): PositionResult {
    const ticks = this.market(position.marketId).lastTicks ?? 0;
    return { profit: profitAt(position, ticks), nights: nightsDue(position, this.#now) };
  }

  /**
   * Closes a position at the live mark. @param seen state of the account at a stop-out. @param result
   *   {@link resultOf}, if it is known.
   */
  close(
    position: Position,
    reason: CloseReason,
    seen: SeenAccount | null = null,
    result = this.resultOf(position),
  ): void {
    const market = this.market(position.marketId);
    const account = this.account(position.ownerId);
    const mark = market.live;
    assert(mark !== null, 'a position closes at a live mark');
    const { margin } = position.opening;
    const { profit, nights } = result;
    const cover = reason === 'deleveraged' ? this.house.cover : null;
    account.drop(position, market, { now: this.#now, nights });
    market.count(position, -1);
    market.waitingCloses.delete(position);
    market.disarmTargets(position);
    this.#remove(position, market);
    const { available, debt } = account;
    account.receive(payoutOf({ margin, profit, nights }));
    this.house.settle(profit);
    const { ticks, seq: markSeq } = mark;
    const closing = { reason, ticks, markSeq, atMs: this.#now, profit, nights, seen, cover };
    // Without a wait, it is closing and closed in one step.
    position.revision += position.state === 'closing' ? 1 : 2;
    position.state = 'closed';
    position.closeReason = reason;
    position.closing = closing;
    this.record({
      type: 'order.closed',
      order: position,
      revision: position.revision,
      closing,
      margin,
      available: account.available - available,
      debt: account.debt - debt,
    });
    if (account.debt > 0n && account.positions.size === 0) this.#coverDebt(account, position.id);
  }

  /**
   * No position covers the debt anymore. The reserves of pending orders pay first, the newest order first;
   * the insurance fund and the pool pay the rest, so that no user owes anything.
   */
  #coverDebt(account: LeverAccount, orderId: number): void {
    const pending = account.pending.size > 0 ? [...account.pending].toReversed() : [];
    for (const order of pending) {
      if (account.debt === 0n) return;
      if (order.reserve > 0n) this.cancel(order, 'insufficient_margin');
    }
    if (account.debt === 0n) return;
    const shortfall = shortfallOf(account.debt, this.house.funds.insurance);
    this.house.pay(shortfall);
    account.forgive();
    this.record({ type: 'shortfall.paid', ownerId: account.ownerId, orderId, ...shortfall });
  }

  #add(order: LeverOrder, market: LeverMarket): void {
    this.orders.set(order.id, order);
    market.orderCount += 1;
  }

  #remove({ id }: LeverOrder, market: LeverMarket): void {
    if (this.orders.delete(id)) market.orderCount -= 1;
  }

  #await(order: LeverOrder, market: LeverMarket): void {
    const { limitTicks, direction, spreadPpm } = order;
    // A stored time of placement may be later than the clock.
    if (limitTicks === null)
      market.waitingOpens.set(order, Math.min(order.placedAtMs, this.clockMs));
    else {
      const markTicks = limitMarkOf(direction, limitTicks, spreadPpm);
      market.limits.arm(new OrderTrigger(order, 'limit', markTicks));
    }
  }
}

/** Whether the order has opened. */
export const isPosition = (order: LeverOrder): order is Position => order.opening !== null;
