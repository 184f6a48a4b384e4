/**
 * The exchange's side of all contracts: pool, insurance fund, and the limits of their possible debts. The
 * limits refuse openings and never change a price.
 */
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { divide } from '../../../contract/money/rounding.ts';
import { signOf } from '../../../contract/figures/lever-order.ts';
import type { LeverDirection } from '../../../contract/figures/lever-order.ts';
import type { LeverMarket } from './lever-market.ts';
import type { OpeningRefusal } from './lever-types.ts';
import type { MarketResults } from './market-sums.ts';

/** Part of each opening fee that the insurance fund gets, in percent. */
export const INSURANCE_PERCENT = LEVER_LIMITS.insurancePercent;
const WHOLE_PERCENT = 100n;
/** All net exposures times this move must stay within this part of pool and insurance fund. */
const MOVE_PERCENT = LEVER_LIMITS.movePercent;
const COVERED_PERCENT = LEVER_LIMITS.coveredPercent;

/**
 * Steps of the pool guard, in percent of the base. Below `reduce` only openings that lower a net exposure
 * are accepted, below `close`, and while the pool owes, none. Below `deleverage` the largest profits are closed.
 */
export const GUARD_PERCENT = LEVER_LIMITS.guardPercent;

export interface HouseFunds {
  /** The counterparty of every contract; it may owe. */
  readonly pool: bigint;
  readonly insurance: bigint;
  /** Funding by the operator; the steps of the pool guard are parts of it. */
  readonly base: bigint;
}

/**
 * Openings that the pool guard allows. open: all openings within the limits. reduce: only those that lower a net
 * exposure. close: none. deleverage: the largest profits are closed.
 */
type PoolGuard = 'open' | 'reduce' | 'close' | 'deleverage';

/** A limit of openings, in units. At `cap` or above it, an opening that raises `used` is refused. */
interface LimitUse {
  readonly used: bigint;
  readonly cap: bigint;
}

/**
 * The limits that count all markets. move: loss of all net exposures in a move of all prices. gap: cost of a gap that users
 * cannot pay. loss: what the cover is below the base.
 */
type HouseLimits = Readonly<Record<'move' | 'gap' | 'loss', LimitUse>>;

export interface PoolCover {
  /** Balance that the pool would have if all positions closed at the marks; negative when it could not pay. */
  readonly cover: bigint;
  readonly guard: PoolGuard;
  readonly limits: HouseLimits;
}

/** An opening, as the limits see it. */
interface NewExposure {
  readonly market: LeverMarket;
  readonly direction: LeverDirection;
  readonly lots: number;
  /** The lots that the owner has in the market already. */
  readonly ownerLots: number;
  /** Cost of a gap beyond its margin, in units. */
  readonly gapLoss: bigint;
}

export class HouseRisk {
  #pool: bigint;
  #insurance: bigint;
  #base: bigint;
  readonly #sums: MarketResults;

  constructor({ pool, insurance, base }: HouseFunds, sums: MarketResults) {
    this.#pool = pool;
    this.#insurance = insurance;
    this.#base = base;
    this.#sums = sums;
  }

  get funds(): HouseFunds {
    return { pool: this.#pool, insurance: this.#insurance, base: this.#base };
  }

  /** Takes an opening fee. @returns the part of the insurance fund. */
  takeFee(fee: bigint): bigint {
    const toInsurance = divide(fee * INSURANCE_PERCENT, WHOLE_PERCENT, 'floor');
    this.#insurance += toInsurance;
    return toInsurance;
  }

  /** Pays the profit of a position, or receives its loss. */
  settle(profit: bigint): void {
    this.#pool -= profit;
  }

  /** Pays a debt that no position covers. */
  pay({
    fromInsurance,
    waived,
  }: {
    readonly fromInsurance: bigint;
    readonly waived: bigint;
  }): void {
    this.#insurance -= fromInsurance;
    this.#pool -= waived;
  }

  /**
   * Returns whether an operator may add these amounts, or take them when negative: what is left must cover the
   * open positions as it must for an opening.
   */
  mayFund(pool: bigint, insurance: bigint): boolean {
    if (pool >= 0n && insurance >= 0n) return true;
    const left = { pool: this.#pool + pool, insurance: this.#insurance + insurance };
    if (left.insurance < 0n || (pool < 0n && left.pool < 0n)) return false;
    const cover = this.cover + pool;
    if (pool < 0n && cover * WHOLE_PERCENT < (this.#base + pool) * GUARD_PERCENT.reduce)
      return false;
    const least = cover < left.pool ? cover : left.pool;
    const { net, gap } = this.#sums;
    return (
      net * MOVE_PERCENT <= (least + left.insurance) * COVERED_PERCENT &&
      gap * WHOLE_PERCENT <= (left.pool + left.insurance) * COVERED_PERCENT
    );
  }

  /** The operator adds to the funds, or takes from them. */
  fund(pool: bigint, insurance: bigint): void {
    this.#pool += pool;
    this.#base += pool;
    this.#insurance += insurance;
  }

  /** Returns why the exchange does not take this risk; null when it does. */
  refusalOf(opening: NewExposure): OpeningRefusal | null {
    const { market, lots, ownerLots } = opening;
    const { limits } = market.terms;
    if (market.valueOf(ownerLots + lots) > limits.owner) return 'position_limit_reached';
    if (market.valueOf(market.longLots + market.shortLots + lots) > limits.gross)
      return 'exposure_limit_reached';
    return this.#refusesNet(opening) || this.#refusesGap(opening) ? 'exposure_limit_reached' : null;
  }

  /** Balance that the pool would have if all users closed at the marks. */
  get cover(): bigint {
    return this.#pool - this.#sums.unrealized;
  }

  /** The step of the pool guard. */
  get guard(): PoolGuard {
    if (this.mustDeleverage) return 'deleverage';
    if (this.#takesNone) return 'close';
    return this.#isCoverBelow(GUARD_PERCENT.reduce) ? 'reduce' : 'open';
  }

  /** State of the limits that count all markets. */
  get limits(): HouseLimits {
    const funds = this.#pool + this.#insurance;
    const covered = percentOf(funds > 0n ? funds : 0n, COVERED_PERCENT, 'floor');
    const lost = this.#base - this.cover;
    return {
      move: { used: percentOf(this.#sums.net, MOVE_PERCENT, 'ceil'), cap: covered },
      gap: { used: this.#sums.gap, cap: covered },
      loss: {
        used: lost > 0n ? lost : 0n,
        cap: percentOf(this.#base, WHOLE_PERCENT - GUARD_PERCENT.reduce, 'floor'),
      },
    };
  }

  /** Whether the pool is so low that the largest profits must be closed. */
  get mustDeleverage(): boolean {
    return this.#isCoverBelow(GUARD_PERCENT.deleverage);
  }

  /** Whether a move of all markets against the exchange would not be covered. */
  get isOverexposed(): boolean {
    return this.#isUncovered(this.#sums.net, this.cover);
  }

  #refusesNet({ market, direction, lots }: NewExposure): boolean {
    const net = market.longLots - market.shortLots;
    const before = Math.abs(net);
    const after = Math.abs(net + signOf(direction) * lots);
    if (this.#takesNone) return true;
    // A turn to the other side of the same size lowers nothing.
    if (after < before) return false;
    if (this.#isCoverBelow(GUARD_PERCENT.reduce)) return true;
    if (market.valueOf(after) > market.terms.limits.net) return true;
    const added = market.valueOf(after) - market.valueOf(before);
    return this.#isUncovered(this.#sums.net + added, this.#pool);
  }

  /** Users of one side pay at most their balances, while the exchange pays the other side in full. */
  #refusesGap({ market, direction, gapLoss }: NewExposure): boolean {
    const added = market.gapAdded(direction, gapLoss);
    const loss = (this.#sums.gap + added) * WHOLE_PERCENT;
    return added > 0n && loss > (this.#pool + this.#insurance) * COVERED_PERCENT;
  }

  /** Losses of users that are not realized cover nothing while the pool already owes. */
  get #takesNone(): boolean {
    return this.#pool < 0n || this.#isCoverBelow(GUARD_PERCENT.close);
  }

  #isCoverBelow(percent: bigint): boolean {
    return this.cover * WHOLE_PERCENT < this.#base * percent;
  }

  #isUncovered(net: bigint, pool: bigint): boolean {
    return net * MOVE_PERCENT > (pool + this.#insurance) * COVERED_PERCENT;
  }
}

const percentOf = (amount: bigint, percent: bigint, rounding: 'floor' | 'ceil'): bigint =>
  divide(amount * percent, WHOLE_PERCENT, rounding);
