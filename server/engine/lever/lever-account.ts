/** The contract account of one owner in the memory of the core, and its valuation. */
import { assert } from '../../../contract/assert.ts';
import { countedResultOf, equityOf, usableOf } from '../../../contract/figures/lever-account.ts';
import type { LeverFunds, NetExposure } from '../../../contract/figures/lever-account.ts';
import { nightWeightOf } from '../../../contract/figures/lever-nights.ts';
import { utcDayOf } from '../../../contract/figures/utc-day.ts';
import { signOf } from '../../../contract/figures/lever-order.ts';
import { countsForOpenings, setAsideOf } from '../../../contract/figures/lever-set-aside.ts';
import type { PriceDoubt } from '../../../contract/figures/lever-set-aside.ts';
import { afterPayout } from './closing-amounts.ts';
import type { Purse } from './closing-amounts.ts';
import type { LeverMarket } from './lever-market.ts';
import type { Box } from './lever-triggers.ts';
import type { LeverOrder, Position, RiskLevel } from './lever-types.ts';

/** Open positions of the owner in one market. */
interface Exposure {
  readonly market: LeverMarket;
  longLots: number;
  shortLots: number;
  /** Units won when the mark rises by a tick. */
  unitsPerTick: bigint;
  /** Notional of the longs minus that of the shorts, at their openings. */
  cost: bigint;
}

const resultOf = ({ market, unitsPerTick, cost }: Exposure): bigint =>
  BigInt(market.lastTicks ?? 0) * unitsPerTick - cost;

const countedOf = (exposure: Exposure): bigint =>
  countedResultOf(resultOf(exposure), exposure.market.live !== null);

/** Equity and margin of an account as they count for its risk, in units. */
export interface Valuation {
  readonly equity: bigint;
  readonly margin: bigint;
}

/** Returns the fees of the nights of a position until then, in units. */
export const nightsDue = ({ calendar, opening }: Position, now: number): bigint =>
  opening.nightFee * BigInt(nightWeightOf(calendar, opening.atMs, now));

export class LeverAccount {
  readonly ownerId: number;
  readonly pending = new Set<LeverOrder>();
  readonly positions = new Set<Position>();
  level: RiskLevel = 'calm';
  /** The present safe box. */
  #box: Box;
  #available = 0n;
  #debt = 0n;
  #reserved = 0n;
  #margin = 0n;
  readonly #exposures: Exposure[] = [];
  /** Fees of the nights of all positions until the end of `#nightsDay`. */
  #nights = 0n;
  #nightsDay = 0;

  constructor(ownerId: number, purse: Purse) {
    this.ownerId = ownerId;
    this.#box = { ownerId, isArmed: false };
    this.#available = purse.available;
    this.#debt = purse.debt;
  }

  get available(): bigint {
    return this.#available;
  }

  get debt(): bigint {
    return this.#debt;
  }

  get margin(): bigint {
    return this.#margin;
  }

  /** The markets of its positions. */
  get markets(): readonly LeverMarket[] {
    return this.#exposures.map(({ market }) => market);
  }

  /** Ends the present safe box. @returns the next one. */
  renewBox(): Box {
    this.#box.isArmed = false;
    this.#box = { ownerId: this.ownerId, isArmed: true };
    return this.#box;
  }

  /** Money arrives, or a cost is paid if the amount is negative. @returns the repaid part of the debt. */
  receive(amount: bigint): bigint {
    const debt = this.#debt;
    const after = afterPayout({ available: this.#available, debt }, amount);
    this.#available = after.available;
    this.#debt = after.debt;
    return debt > after.debt ? debt - after.debt : 0n;
  }

  /** Takes money that is there. */
  take(amount: bigint): void {
    assert(amount >= 0n && amount <= this.#available, 'an account gives what is available');
    this.#available -= amount;
  }

  /** Removes the debt that others pay. */
  forgive(): void {
    this.#debt = 0n;
  }

  addPending(order: LeverOrder): void {
    this.take(order.reserve);
    this.restorePending(order);
  }

  /** Adds a stored pending order, whose reserve is no longer available. */
  restorePending(order: LeverOrder): void {
    this.#reserved += order.reserve;
    this.pending.add(order);
  }

  /** @returns the amount that the order held back, which is not available before {@link receive}. */
  dropPending(order: LeverOrder): bigint {
    const { reserve } = order;
    assert(this.pending.delete(order), 'an order is pending');
    this.#reserved -= reserve;
    order.reserve = 0n;
    return reserve;
  }

  /** Adds a position whose margin has been taken. */
  add(position: Position, market: LeverMarket, now: number): void {
    this.#nights = this.#nightsAt(now) + nightsDue(position, now);
    this.positions.add(position);
    this.#margin += position.opening.margin;
    this.#count(position, market, 1);
  }

  /** Removes a position. @param ended the time, and the fees of its nights until then. */
  drop(
    position: Position,
    market: LeverMarket,
    ended: { readonly now: number; readonly nights: bigint },
  ): void {
    const nights = this.#nightsAt(ended.now);
    assert(this.positions.delete(position), 'a position is open');
    this.#nights = nights - ended.nights;
    this.#margin -= position.opening.margin;
    this.#count(position, market, -1);
  }

  /** The owner's lots in the market, longs and shorts together. */
  lotsIn(market: LeverMarket): number {
    const exposure = this.#exposures.find((other) => other.market === market);
    return exposure === undefined ? 0 : exposure.longLots + exposure.shortLots;
  }

  /** The market whose next mark the account waits for; undefined when the account can be judged. */
  missingMark(): LeverMarket | undefined {
    return this.#exposures.find(({ market }) => market.live === null && !market.isAbsent)?.market;
  }

  /** Whether it waits for no mark. */
  get canBeJudged(): boolean {
    return this.missingMark() === undefined;
  }

  /** Whether something can be closed now. */
  get hasLiveMark(): boolean {
    return this.#exposures.some(({ market }) => market.live !== null);
  }

  /** Returns the amount that an opening may take. @param released becomes available by it. */
  usableAt(now: number, released = 0n): bigint {
    const { available, unrealized, nights } = this.countedAt(now);
    const setAside = this.#setAside((market) => {
      const doubt = market.doubt();
      return doubt !== null && countsForOpenings(doubt) ? doubt : null;
    });
    return usableOf({ available: available + released, unrealized, nights }, setAside);
  }

  /** Returns the amount that a transfer may take; marks that are older than that moment are uncertain. */
  transferableAt(now: number, sinceMs: number): bigint {
    return usableOf(
      this.countedAt(now),
      this.#setAside((market) => market.doubt(sinceMs)),
    );
  }

  /** Amounts at the last live marks: a market that has none counts by its last one, until it has a new one. */
  fundsAt(now: number): LeverFunds {
    return this.#fundsWith(resultOf, now);
  }

  /** Amounts that count for openings and transfers: no user can take a profit in a market without a live mark. */
  countedAt(now: number): LeverFunds {
    return this.#fundsWith(countedOf, now);
  }

  #fundsWith(resultIn: (exposure: Exposure) => bigint, now: number): LeverFunds {
    let unrealized = 0n;
    for (const exposure of this.#exposures) unrealized += resultIn(exposure);
    return {
      available: this.#available,
      frozen: this.#margin + this.#reserved,
      debt: this.#debt,
      margin: this.#margin,
      unrealized,
      nights: this.#nightsAt(now),
    };
  }

  valueAt(now: number): Valuation {
    const funds = this.fundsAt(now);
    return { equity: equityOf(funds), margin: funds.margin };
  }

  /** Net exposures in the order of {@link markets}; none where the price cannot change. */
  netExposures(): NetExposure[] {
    return this.#exposures.map(({ market, unitsPerTick }) => ({
      markTicks: market.lastTicks ?? 0,
      unitsPerTick: market.live === null ? 0n : unitsPerTick,
    }));
  }

  #setAside(doubtOf: (market: LeverMarket) => PriceDoubt | null): bigint {
    let sum = 0n;
    for (const { market, unitsPerTick } of this.#exposures) {
      const doubt = doubtOf(market);
      if (doubt === null) continue;
      const netValue = unitsPerTick * BigInt(market.lastTicks ?? 0);
      sum += setAsideOf({ doubt, calendar: market.terms.calendar, netValue });
    }
    return sum;
  }

  #count(position: Position, market: LeverMarket, by: 1 | -1): void {
    const { direction, lots, opening, tickLotUnits } = position;
    let exposure = this.#exposures.find((other) => other.market === market);
    if (exposure === undefined) {
      exposure = { market, longLots: 0, shortLots: 0, unitsPerTick: 0n, cost: 0n };
      this.#exposures.push(exposure);
      market.holders.add(this.ownerId);
    }
    if (direction === 'long') exposure.longLots += by * lots;
    else exposure.shortLots += by * lots;
    if (exposure.longLots === 0 && exposure.shortLots === 0) {
      this.#exposures.splice(this.#exposures.indexOf(exposure), 1);
      market.holders.delete(this.ownerId);
      return;
    }
    const sign = by * signOf(direction);
    exposure.unitsPerTick += BigInt(sign * lots) * tickLotUnits;
    exposure.cost += sign > 0 ? opening.notional : -opening.notional;
  }

  #nightsAt(now: number): bigint {
    const day = utcDayOf(now);
    if (day === this.#nightsDay) return this.#nights;
    this.#nights = 0n;
    for (const position of this.positions) this.#nights += nightsDue(position, now);
    this.#nightsDay = day;
    return this.#nights;
  }
}
