/** One market in the memory of the core: its mark, what is open in it, and the prices that trigger. */
import { assert } from '../../../contract/assert.ts';
import {
  isAgreedFor,
  profitOf,
  signOf,
  SPREAD_OF_MARGIN_PPM_MAX,
} from '../../../contract/figures/lever-order.ts';
import type { LeverDirection } from '../../../contract/figures/lever-order.ts';
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { doubtOf } from '../../../contract/figures/lever-set-aside.ts';
import type { PriceDoubt } from '../../../contract/figures/lever-set-aside.ts';
import { PPM } from '../../../contract/money/fee.ts';
import type { LeverMark, LeverMarketTerms, LeverOrder, LiveMark, Position } from './lever-types.ts';
import { AgreedTriggers } from './agreed-triggers.ts';
import { gapLossOf } from './gap-loss.ts';
import { OrderTrigger } from './lever-triggers.ts';
import type { MarketResults, MarketSums } from './market-sums.ts';
import type { BoxTrigger } from './lever-triggers.ts';
import { TriggerPair } from './trigger-heap.ts';

/** The targets of a position that count. */
interface ArmedTargets {
  takeProfit: OrderTrigger | null;
  stopLoss: OrderTrigger | null;
}

/** Accounts wait so long for the mark of a market that is not live: jumps and restarts freeze it for moments. */
export const ABSENT_AFTER_MS = LEVER_LIMITS.absentAfterMs;

/** Between the steps of a round, nothing that an owner asked for happens at an older mark. */
export const MARK_AGE_MS_MAX = 250;

export class LeverMarket {
  #terms: LeverMarketTerms;
  readonly #sums: MarketSums;
  readonly takeProfits = new AgreedTriggers();
  readonly stopLosses = new TriggerPair<OrderTrigger>();
  /** The present targets of each position that has any. */
  readonly #armed = new Map<LeverOrder, ArmedTargets>();
  readonly limits = new AgreedTriggers();
  readonly boxes = new TriggerPair<BoxTrigger>();
  /** Closes that wait for a price. */
  readonly waitingCloses = new Set<Position>();
  /** Market orders that wait for agreement, and since when. */
  readonly waitingOpens = new Map<LeverOrder, number>();
  /** Owners whose accounts could not be valued without a live mark of this market. */
  readonly waitingOwners = new Set<number>();
  /** Owners with a position in it. */
  readonly holders = new Set<number>();
  /** Pending orders and positions in it. */
  orderCount = 0;
  #mark: LeverMark = { state: 'frozen' };
  #takenAtMs = Number.NEGATIVE_INFINITY;
  #lastTicks: number | null = null;
  /** The first of the latest marks that were not live; null while the mark is live. */
  #missingSinceMs: number | null = null;
  #isAbsent = false;
  #longLots = 0;
  #shortLots = 0;
  /** Sum of open price times lots of the longs, minus that of the shorts, in units. */
  #cost = 0n;
  /** Cost of a gap for the exchange because longs or shorts cannot pay it, in units. */
  readonly #gaps = { long: 0n, short: 0n };

  constructor(terms: LeverMarketTerms, sums: MarketSums) {
    this.#terms = checkedTerms(terms);
    this.#sums = sums;
  }

  get terms(): LeverMarketTerms {
    return this.#terms;
  }

  /** Replaces the terms of later orders. @throws AssertionError when the unit of a lot would change. */
  changeTerms(terms: LeverMarketTerms): void {
    assert(this.#terms.tickLotUnits === terms.tickLotUnits, 'a lot never changes its size');
    // A market that is halted no more has no mark before its next one.
    if (this.#terms.status === 'halted') this.#mark = { state: 'frozen' };
    this.#terms = checkedTerms(terms);
  }

  /** Takes the mark of now. */
  take(mark: LeverMark, now: number): void {
    this.#mark = mark;
    this.#takenAtMs = now;
    if (mark.state === 'live') {
      assert(Number.isSafeInteger(mark.ticks) && mark.ticks > 0, 'a mark is a whole price above 0');
      // Nothing happens at the price of a halted market, so it changes no account either.
      if (this.terms.status !== 'halted') this.restoreTicks(mark.ticks);
    }
  }

  /** Sets the last live price of an earlier run; the market stays frozen. */
  restoreTicks(ticks: number): void {
    this.#lastTicks = ticks;
    this.#sums.note(this);
  }

  get mark(): LeverMark {
    return this.#mark;
  }

  /** The mark if anything may happen at it; null otherwise. */
  get live(): LiveMark | null {
    return this.#mark.state === 'live' && this.terms.status !== 'halted' ? this.#mark : null;
  }

  /** Whether accounts are judged without a price of this market: it is closed, or was not live for some time. */
  get isAbsent(): boolean {
    return this.#isAbsent && this.live === null;
  }

  /** Notes at each mark whether there is a price. @returns whether {@link isAbsent} has changed. */
  notePresence(now: number): boolean {
    const before = this.#isAbsent;
    if (this.live === null) {
      this.#missingSinceMs ??= now;
      const isOverdue = now - this.#missingSinceMs >= ABSENT_AFTER_MS;
      this.#isAbsent ||= isOverdue || this.#mark.state === 'closed';
    } else {
      this.#missingSinceMs = null;
      this.#isAbsent = false;
    }
    return this.#isAbsent !== before;
  }

  /** The mark if anything may happen at it, and it is not older than that moment; null otherwise. */
  liveSince(sinceMs: number): LiveMark | null {
    return this.#takenAtMs >= sinceMs ? this.live : null;
  }

  /** Whether the mark is live, and young enough for a stop-out or a deleveraging. */
  isFresh(now: number): boolean {
    return this.liveSince(now - LEVER_LIMITS.stopOutMarkMsMax) !== null;
  }

  /** Whether the mark is live, the sources agree on it, and it is not older than that moment. */
  isAgreed(sinceMs = Number.NEGATIVE_INFINITY): boolean {
    return this.liveSince(sinceMs)?.isAgreed === true;
  }

  /** Whether the sources also agree within these costs: the market may have had others at its mark. */
  isAgreedFor(
    costs: Pick<LeverOrder, 'spreadPpm' | 'feePpm'>,
    sinceMs = Number.NEGATIVE_INFINITY,
  ): boolean {
    const mark = this.liveSince(sinceMs);
    return mark !== null && isAgreedFor(costs, mark);
  }

  /** Reason why its price is uncertain; null for a mark on which sources agree, and that is not older than that moment. */
  doubt(sinceMs = Number.NEGATIVE_INFINITY): PriceDoubt | null {
    const isHalted = this.terms.status === 'halted';
    return doubtOf({ isHalted, state: this.#mark.state, isAgreed: this.isAgreed(sinceMs) });
  }

  /** Whether an order may open at the mark of now. */
  get mayOpen(): boolean {
    return this.live?.isCloseOnly === false && this.terms.status === 'trading';
  }

  /** Whether it has an order that does not wait to be closed. */
  get hasOpen(): boolean {
    return this.orderCount > this.waitingCloses.size;
  }

  /** The last live price; null before the first. */
  get lastTicks(): number | null {
    return this.#lastTicks;
  }

  get longLots(): number {
    return this.#longLots;
  }

  get shortLots(): number {
    return this.#shortLots;
  }

  /** The value of so many lots at the last live price, in units. */
  valueOf(lots: number): bigint {
    return BigInt(lots) * BigInt(this.#lastTicks ?? 0) * this.terms.tickLotUnits;
  }

  /** Counts a position that has opened (1) or is closed (-1). */
  count(position: Position, by: 1 | -1): void {
    const { direction, lots, opening, multiple, calendar } = position;
    if (direction === 'long') this.#longLots += by * lots;
    else this.#shortLots += by * lots;
    assert(
      Number.isSafeInteger(this.#longLots) && Number.isSafeInteger(this.#shortLots),
      'the lots of a market are counted exactly',
    );
    const { notional } = opening;
    const gap = gapLossOf({ notional, multiple, calendar });
    if (by * signOf(direction) > 0) this.#cost += notional;
    else this.#cost -= notional;
    this.#gaps[direction] += by > 0 ? gap : -gap;
    this.#sums.note(this);
  }

  /** Its part of the sums over all markets. */
  results(): MarketResults {
    const lots = this.#longLots - this.#shortLots;
    const net = this.valueOf(Math.abs(lots));
    const { long, short } = this.#gaps;
    return { unrealized: (lots < 0 ? -net : net) - this.#cost, net, gap: larger(long, short) };
  }

  /** Returns how much more a gap costs the exchange when this side loses so much more: the worse side counts. */
  gapAdded(direction: LeverDirection, loss: bigint): bigint {
    const own = this.#gaps[direction];
    const other = this.#gaps[direction === 'long' ? 'short' : 'long'];
    return larger(own + loss, other) - larger(own, other);
  }

  /** Arms the targets of a position that have changed, and disarms those that no longer count. */
  armTargets(order: LeverOrder): void {
    const before = this.#armed.get(order);
    const takeProfit = this.#rearm(before?.takeProfit ?? null, order, 'take_profit');
    const stopLoss = this.#rearm(before?.stopLoss ?? null, order, 'stop_loss');
    if (takeProfit === null && stopLoss === null) this.#armed.delete(order);
    else if (before === undefined) this.#armed.set(order, { takeProfit, stopLoss });
    else Object.assign(before, { takeProfit, stopLoss });
  }

  /** Arms a target; one that was taken out at a mark counts again. */
  armTarget(target: OrderTrigger): void {
    if (target.kind === 'take_profit') this.takeProfits.arm(target);
    else this.stopLosses.arm(target.reachedBy, target);
  }

  /** The targets of a position that ends no longer count. */
  disarmTargets(order: LeverOrder): void {
    const armed = this.#armed.get(order);
    armed?.takeProfit?.disarm();
    armed?.stopLoss?.disarm();
    this.#armed.delete(order);
  }

  #rearm(
    before: OrderTrigger | null,
    order: LeverOrder,
    kind: 'take_profit' | 'stop_loss',
  ): OrderTrigger | null {
    const ticks = countedTarget(order, kind);
    if (before?.ticks === ticks) return before;
    before?.disarm();
    if (ticks === null) return null;
    const target = new OrderTrigger(order, kind, ticks);
    this.armTarget(target);
    return target;
  }
}

/** Returns the target while it counts; null for none. A close that its owner asked for waits under its stop-loss. */
function countedTarget(
  { state, closeReason, takeProfitTicks, stopLossTicks }: LeverOrder,
  kind: 'take_profit' | 'stop_loss',
): number | null {
  if (state === 'in_trading') return kind === 'take_profit' ? takeProfitTicks : stopLossTicks;
  return kind === 'stop_loss' && closeReason === 'owner' ? stopLossTicks : null;
}

/**
 * Returns the terms. @throws AssertionError for terms with which an order could be stopped out by its own
 * opening, or whose figures are not whole.
 */
function checkedTerms(terms: LeverMarketTerms): LeverMarketTerms {
  const { lotsMin, lotsMax, multiples, spreadPpm, feePpm, nightPpm, tickLotUnits } = terms;
  assert(tickLotUnits > 0n, 'a lot has a value');
  for (const value of [lotsMin, lotsMax, ...multiples])
    assert(Number.isSafeInteger(value) && value > 0, 'lots and multiples are whole and above 0');
  assert(lotsMin <= lotsMax && multiples.length > 0, 'some order is possible');
  for (const ppm of [spreadPpm, feePpm, nightPpm])
    assert(Number.isInteger(ppm) && ppm >= 0 && ppm < PPM, 'a share is a part of the whole');
  assert(
    spreadPpm * Math.max(...multiples) <= SPREAD_OF_MARGIN_PPM_MAX,
    'an opening loses little of its margin by the spread',
  );
  return terms;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Result of the position at this mark, in units. */
export const profitAt = (position: Position, markTicks: number): bigint =>
  profitOf(position, position.opening.ticks, markTicks);
