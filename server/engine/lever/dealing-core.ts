/**
 * The core of contract trading: commands and marks in, events out. It has no clock, no ids and no prices of
 * its own, no promises and no store. A mark is processed in steps; commands may come between them, and marks of
 * other markets, but no other mark of the same market before the last step.
 */
import { assert } from '../../../contract/assert.ts';
import type { LeverFunds } from '../../../contract/figures/lever-account.ts';
import { admitOrder } from './admission.ts';
import type { NewLeverOrder } from './admission.ts';
import type { Purse } from './closing-amounts.ts';
import type { HouseFunds, PoolCover } from './house-risk.ts';
import { MARK_AGE_MS_MAX } from './lever-market.ts';
import {
  amendTargets,
  cancelOrder,
  cancelOrders,
  closePosition,
  closePositions,
  dismissOrder,
  withdrawClose,
} from './order-commands.ts';
import type { AmendedTargets, ManyPositions, OwnOrder } from './order-commands.ts';
import { pendingOrderOf } from './pending-order.ts';
import { PositionBook } from './position-book.ts';
import { judge } from './risk-watch.ts';
import { Rounds } from './rounds.ts';
import { accept, reject } from './lever-types.ts';
import type {
  LeverEvent,
  LeverMark,
  LeverMarketTerms,
  LeverOrder,
  Verdict,
} from './lever-types.ts';

/** Open positions of all owners in one market, in units. */
export interface Exposure {
  readonly marketId: number;
  readonly longs: bigint;
  readonly shorts: bigint;
}

/** The account as its owner sees it. */
export interface AccountView extends LeverFunds {
  /** Amount that an opening may take. */
  readonly usable: bigint;
  /** Amount that a transfer may take. */
  readonly transferable: bigint;
}

export class DealingCore {
  readonly #book: PositionBook;
  readonly #rounds: Rounds;

  /** @param clockMs see {@link PositionBook.clockMs}; by default the given times are those of the clock. */
  constructor(terms: readonly LeverMarketTerms[], house: HouseFunds, clockMs?: () => number) {
    this.#book = new PositionBook(terms, house, clockMs);
    this.#rounds = new Rounds(this.#book);
  }

  /** Whether a mark has further steps. */
  get isBusy(): boolean {
    return this.#rounds.areLeft;
  }

  /** Whether the mark of this market has further steps; no other one of it may come before them. */
  isUnderWay(marketId: number): boolean {
    return this.#rounds.isUnderWay(this.#book.market(marketId));
  }

  get house(): HouseFunds {
    return this.#book.house.funds;
  }

  /** Balance that the pool would have if all positions closed at the marks, in units, and the openings that it allows. */
  get cover(): PoolCover {
    const { cover, guard, limits } = this.#book.house;
    return { cover, guard, limits };
  }

  /** The number of events that the next {@link takeEvents} returns. */
  get eventCount(): number {
    return this.#book.eventCount;
  }

  /** Whether the account of the owner is in memory; otherwise restore it before a command. */
  knows(ownerId: number): boolean {
    return this.#book.accounts.has(ownerId);
  }

  /** Adds an account as it is stored, empty for a new owner, before its orders. */
  restoreAccount(ownerId: number, purse: Purse): void {
    this.#book.restoreAccount(ownerId, purse);
  }

  /** Sets the last live price of an earlier run, before the positions of the market. */
  restoreTicks(marketId: number, ticks: number): void {
    this.#book.market(marketId).restoreTicks(ticks);
  }

  /** Whether the owner has an order or a position. */
  hasOrders(ownerId: number): boolean {
    const account = this.#book.accounts.get(ownerId);
    return account !== undefined && account.pending.size + account.positions.size > 0;
  }

  /** Removes the account of an owner without orders, who must be restored before the next command. */
  forget(ownerId: number): void {
    assert(!this.hasOrders(ownerId), 'an account with orders stays in memory');
    this.#book.accounts.delete(ownerId);
  }

  /** Adds an open order as it was stored, oldest first. Time begins at its last stored time, if that is later. */
  restoreOrder(order: LeverOrder, now: number): void {
    this.#book.setNow(Math.max(now, order.placedAtMs, order.opening?.atMs ?? 0));
    this.#book.restoreOrder(order);
  }

  /** @returns the acts since the last call, in order. */
  takeEvents(): readonly LeverEvent[] {
    return this.#book.takeEvents();
  }

  /** The open order with this id. */
  find(id: number): LeverOrder | undefined {
    return this.#book.orders.get(id);
  }

  /** Amounts of the owner at the last live marks. */
  accountOf(ownerId: number, now: number): AccountView {
    this.#book.setNow(now);
    const account = this.#book.account(ownerId);
    const { now: at } = this.#book;
    const transferable = account.transferableAt(at, this.#freshSinceMs);
    return { ...account.fundsAt(at), usable: account.usableAt(at), transferable };
  }

  /** The markets in which the owner has positions. */
  marketsOf(ownerId: number): readonly number[] {
    return this.#book.account(ownerId).markets.map(({ terms }) => terms.id);
  }

  /** Whether the market has a position. */
  isHeld(marketId: number): boolean {
    const { longLots, shortLots } = this.#book.market(marketId);
    return longLots + shortLots > 0;
  }

  /** Whether the market has an order or a position. */
  isUsed(marketId: number): boolean {
    return this.#book.market(marketId).orderCount > 0;
  }

  /** Whether the market has an order that does not wait to be closed. */
  hasOpen(marketId: number): boolean {
    return this.#book.market(marketId).hasOpen;
  }

  /** The values of all longs and shorts of each market at its last live price, in units. */
  exposures(): readonly Exposure[] {
    return [...this.#book.markets.values()].map((market) => ({
      marketId: market.terms.id,
      longs: market.valueOf(market.longLots),
      shorts: market.valueOf(market.shortLots),
    }));
  }

  /**
   * Replaces the terms of later orders, or adds a new market.
   * @throws AssertionError when the unit of a lot would change.
   */
  setTerms(terms: LeverMarketTerms): void {
    const market = this.#book.markets.get(terms.id);
    if (market === undefined) this.#book.addMarket(terms);
    else market.changeTerms(terms);
  }

  /** Whether the funds may change by these amounts, see {@link HouseRisk.mayFund}. */
  mayFund(pool: bigint, insurance: bigint): boolean {
    return this.#book.house.mayFund(pool, insurance);
  }

  /** The operator adds to pool and insurance fund, or takes from them. */
  fundHouse(pool: bigint, insurance: bigint): void {
    this.#book.house.fund(pool, insurance);
  }

  /**
   * Takes a mark and does the first steps that follow from it, before those that are left of other markets.
   * @param steps about so many changes, see {@link Rounds.work}. @returns {@link isBusy}.
   */
  takeMark(marketId: number, mark: LeverMark, now: number, steps: number): boolean {
    assert(!this.isUnderWay(marketId), 'one mark of a market is processed at a time');
    this.#book.setNow(now);
    this.#rounds.take(this.#book.market(marketId), mark);
    return this.work(steps, now);
  }

  /** Does further steps of the marks that are under way. @returns {@link isBusy}. */
  work(steps: number, now = 0): boolean {
    this.#book.setNow(now);
    this.#rounds.work(steps);
    return this.isBusy;
  }

  /** Places an order, which may open at once. @param order whose id is above all earlier ones. */
  place(order: NewLeverOrder, now: number): Verdict<LeverOrder> {
    const book = this.#book;
    book.setNow(now);
    const market = book.markets.get(order.marketId);
    if (market === undefined) return reject('lever_market_not_found');
    const account = book.account(order.ownerId);
    const view = { market, account, house: book.house, now: book.now };
    const admitted = admitOrder({ ...view, freshSinceMs: this.#freshSinceMs }, order);
    if (!admitted.ok) return admitted;
    const placed = pendingOrderOf(order, market.terms, book.now);
    switch (admitted.value.type) {
      case 'opens':
        book.open(placed, admitted.value.entry);
        judge(book, account, true);
        break;
      case 'rests':
        placed.reserve = admitted.value.reserve;
        book.place(placed);
        break;
      case 'waits':
        book.place(placed);
        break;
    }
    return accept(placed);
  }

  cancel(own: OwnOrder, now: number): Verdict<LeverOrder> {
    this.#book.setNow(now);
    return cancelOrder(this.#book, own);
  }

  /** An operator ends a pending order. */
  dismiss(id: number, now: number): Verdict<LeverOrder> {
    this.#book.setNow(now);
    return dismissOrder(this.#book, id);
  }

  /**
   * Ends a market: its pending orders lapse, and its positions are closed at the mark or wait for one. Its
   * terms must allow no openings before. @param steps at most so many now. @returns {@link isBusy}.
   */
  windDown(marketId: number, now: number, steps: number): boolean {
    assert(!this.isBusy, 'a market ends when no mark has further steps');
    this.#book.setNow(now);
    const market = this.#book.market(marketId);
    assert(market.terms.status !== 'trading', 'a market that ends takes no openings');
    this.#rounds.windDown(market);
    return this.work(steps, now);
  }

  /** Cancels the owner's pending orders of one market, or of all. */
  cancelAll(ownerId: number, marketId: number | null, now: number): readonly LeverOrder[] {
    this.#book.setNow(now);
    return cancelOrders(this.#book, ownerId, marketId);
  }

  /** Replaces both targets, a limited number of times. */
  amend(amended: AmendedTargets, now: number): Verdict<LeverOrder> {
    this.#book.setNow(now);
    return amendTargets(this.#book, amended, this.#freshSinceMs);
  }

  /** Closes a position at the mark, or lets it wait for one. */
  close(own: OwnOrder, now: number): Verdict<LeverOrder> {
    this.#book.setNow(now);
    return closePosition(this.#book, own, this.#freshSinceMs);
  }

  /** Takes back a close that waits for a price. */
  withdrawClose(own: OwnOrder, now: number): Verdict<LeverOrder> {
    this.#book.setNow(now);
    return withdrawClose(this.#book, own, this.#freshSinceMs);
  }

  /** Closes many positions. */
  closeAll(asked: ManyPositions, now: number): readonly LeverOrder[] {
    this.#book.setNow(now);
    return closePositions(this.#book, asked, this.#freshSinceMs);
  }

  /** Money arrives in the account and repays its debt first. */
  deposit(ownerId: number, amount: bigint, now: number): void {
    assert(amount > 0n, 'something arrives');
    this.#book.setNow(now);
    const account = this.#book.account(ownerId);
    const repaid = account.receive(amount);
    this.#book.record({ type: 'money.arrived', ownerId, amount, repaid });
    judge(this.#book, account, true);
  }

  /** Money leaves the account, at most the transferable amount. */
  withdraw(ownerId: number, amount: bigint, now: number): Verdict<null> {
    assert(amount > 0n, 'something leaves');
    this.#book.setNow(now);
    const account = this.#book.account(ownerId);
    if (amount > account.transferableAt(this.#book.now, this.#freshSinceMs))
      return reject('margin_in_use');
    account.take(amount);
    this.#book.record({ type: 'money.left', ownerId, amount });
    judge(this.#book, account, true);
    return accept(null);
  }

  /**
   * Marks of before do not count for a command. Without a round the caller has just taken a mark; within one
   * it cannot, and a user would win from the exchange at the mark of before.
   */
  get #freshSinceMs(): number {
    return this.isBusy ? this.#book.clockMs - MARK_AGE_MS_MAX : Number.NEGATIVE_INFINITY;
  }
}
