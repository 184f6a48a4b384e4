/** One user of fast contracts: open orders, the result of the day, and the limits that the user has set. Pure. */
import { microPayoutOf } from '../../../contract/figures/micro-amount.ts';
import { utcDayOf } from '../../../contract/figures/utc-day.ts';
import type { Units } from '../../../contract/money/units.ts';
import { DAY_MS } from './micro-types.ts';
import type { MicroOrder, MicroPlacement } from './micro-types.ts';

/** Limits that a user has set; null for none. */
export interface OwnLimits {
  readonly dailyLoss: Units | null;
  /** A higher daily limit that takes effect later; null when none waits. */
  readonly next: { readonly dailyLoss: Units | null; readonly fromMs: number } | null;
  readonly breakUntilMs: number | null;
}

export const NO_LIMITS: OwnLimits = { dailyLoss: null, next: null, breakUntilMs: null };
/** A higher limit takes effect after so long. */
const RAISE_AFTER_MS = DAY_MS;

/** Returns the daily limit that counts at that time. */
export const dailyLossAt = ({ dailyLoss, next }: OwnLimits, now: number): Units | null =>
  next !== null && now >= next.fromMs ? next.dailyLoss : dailyLoss;

/** Change that a user asks for; fields that are left out stay. */
export interface LimitChange {
  readonly dailyLoss?: Units | null;
  readonly breakUntilMs?: number;
}

/** Returns the limits after the change: stricter ones count at once, a higher daily limit after 24 hours. */
export function limitsAfter(before: OwnLimits, change: LimitChange, now: number): OwnLimits {
  const breakUntilMs =
    change.breakUntilMs === undefined
      ? before.breakUntilMs
      : Math.max(change.breakUntilMs, before.breakUntilMs ?? 0);
  const dailyLoss = dailyLossAt(before, now);
  const waiting = before.next !== null && now < before.next.fromMs ? before.next : null;
  const wanted = change.dailyLoss;
  if (wanted === undefined) return { dailyLoss, next: waiting, breakUntilMs };
  const isStricter = dailyLoss === null || (wanted !== null && wanted <= dailyLoss);
  if (isStricter) return { dailyLoss: wanted, next: null, breakUntilMs };
  return { dailyLoss, next: { dailyLoss: wanted, fromMs: now + RAISE_AFTER_MS }, breakUntilMs };
}

/** Accepted orders whose times are kept for the limit of orders per time. */
const TIMES_KEPT = 10;

/** Returns the most that an order can take from its owner. */
export const possibleLossOf = (order: Pick<MicroPlacement, 'stake' | 'profitPpm' | 'lossPpm'>) =>
  order.stake - microPayoutOf('lost', order.stake, order);

/** Facts of an owner in the store. */
export interface StoredMicroOwner {
  readonly limits: OwnLimits;
  /** Losses less profits of orders that ended since the start of the UTC day. */
  readonly lossSince: bigint;
}

export class MicroOwner {
  limits: OwnLimits = NO_LIMITS;
  /** Open orders by id, the oldest first. */
  readonly orders = new Map<number, MicroOrder>();
  /** Times of the last accepted orders, newest first. */
  acceptedAtMs: readonly number[] = [];
  #day: number;
  /** Losses less profits of orders that ended on that day. */
  #lossOfDay = 0n;

  constructor(now: number) {
    this.#day = utcDayOf(now);
  }

  /** Takes the stored limits, and adds the stored results of the UTC day of `now` to those in memory. */
  takeStored({ limits, lossSince }: StoredMicroOwner, now: number): void {
    this.limits = limits;
    this.#beginDay(utcDayOf(now));
    // An order may have ended in the next day since.
    if (utcDayOf(now) === this.#day) this.#lossOfDay += lossSince;
  }

  /** Adds an accepted order. */
  add(order: MicroOrder): void {
    this.orders.set(order.id, order);
    this.acceptedAtMs = [order.acceptedAtMs, ...this.acceptedAtMs.slice(0, TIMES_KEPT - 1)];
  }

  get openStakes(): bigint {
    let sum = 0n;
    for (const { stake } of this.orders.values()) sum += stake;
    return sum;
  }

  /** Losses less profits of the day, with the possible losses of open orders; never below 0. */
  lossAt(now: number): bigint {
    let sum = utcDayOf(now) > this.#day ? 0n : this.#lossOfDay;
    for (const order of this.orders.values()) sum += possibleLossOf(order);
    return sum > 0n ? sum : 0n;
  }

  /** Counts the result of an order that has ended. */
  settle({ stake, payout, settledAtMs, id }: MicroOrder): void {
    this.orders.delete(id);
    this.#beginDay(utcDayOf(settledAtMs ?? 0));
    this.#lossOfDay += stake - (payout ?? stake);
  }

  /** Forgets the results of earlier days. */
  #beginDay(day: number): void {
    if (day <= this.#day) return;
    this.#day = day;
    this.#lossOfDay = 0n;
  }
}
