/**
 * The core of fast contracts: admits orders, and finds their opening, window and outcome in the points of the index.
 * Nothing else decides: no argument of any call is a result. Synchronous and pure; amounts are booked by its caller.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { INDEX_AGE_MS, type IndexRecord } from '../../../contract/figures/index-record.ts';
import { microPayoutOf, microProfitOf } from '../../../contract/figures/micro-amount.ts';
import {
  openingOf,
  outcomeOf,
  SETTLEMENT_WINDOW_MS,
  windowOf,
} from '../../../contract/figures/micro-settlement.ts';
import { isTrading, type TradingHours } from '../../../contract/figures/trading-calendar.ts';
import { units } from '../../../contract/money/units.ts';
import { MicroExposure } from './micro-exposure.ts';
import { dailyLossAt, possibleLossOf, type MicroOwner } from './micro-owner.ts';
import { SECOND_MS } from './micro-types.ts';
import type {
  MicroDue,
  MicroOrder,
  MicroPlacement,
  MicroRefusal,
  MicroTerms,
} from './micro-types.ts';

/** Open orders of one user. */
const OWNER_ORDERS_MAX = 20;
/** Points of so long stay in memory: those of a window, and of the time that it takes to see its end. */
const KEPT_MS = 2 * SETTLEMENT_WINDOW_MS;

/** Balances that an order needs. */
interface Funds {
  readonly available: bigint;
  /** Amount that the pool can still promise. */
  readonly pool: bigint;
}

interface Instrument {
  readonly hours: TradingHours;
  /** The last points, the oldest first. */
  readonly records: IndexRecord[];
  /** Orders without an opening price, in the order of acceptance. */
  opening: MicroOrder[];
  /** Orders by the time of their expiry. */
  readonly expiring: Map<number, MicroOrder[]>;
}

export class MicroCore {
  readonly exposure = new MicroExposure();
  readonly #instruments = new Map<string, Instrument>();
  #due: MicroDue[] = [];

  /** @param hours trading hours by instrument of the index log. */
  constructor(hours: ReadonlyMap<string, TradingHours>) {
    for (const [name, each] of hours) this.#add(name, each);
  }

  /** Number of changes that are due. */
  get dueCount(): number {
    return this.#due.length;
  }

  /** The last point of an instrument; undefined before the first. */
  lastPoint(instrument: string): IndexRecord | undefined {
    return this.#instruments.get(instrument)?.records.at(-1);
  }

  /** Takes back an order that a start has read from the store. */
  restore(order: MicroOrder): void {
    this.exposure.add(order);
    const instrument = this.#of(order.instrument);
    if (order.state === 'opening') instrument.opening.push(order);
    else this.#expect(instrument, order, ensure(order.expiresAtMs, 'the expiry of an open order'));
  }

  /** Returns why the order is not taken; null when it is. */
  refusalOf(
    order: MicroPlacement,
    terms: MicroTerms,
    { funds, owner }: { readonly funds: Funds; readonly owner: MicroOwner },
  ): MicroRefusal | null {
    const { stake, acceptedAtMs: now } = order;
    if (terms.status === 'halted') return 'market_halted';
    const noPrice = this.#noPrice(order, now);
    if (noPrice !== null) return noPrice;
    if (stake < terms.stakeMin || stake > terms.stakeMax) return 'stake_out_of_bounds';
    if (owner.openStakes + stake > terms.ownerLimit) return 'stake_limit_reached';
    if (funds.pool < microProfitOf(stake, order) || !this.exposure.allows(order, terms))
      return 'stake_limit_reached';
    if (owner.orders.size >= OWNER_ORDERS_MAX) return 'too_many_micro_orders';
    const limit = dailyLossAt(owner.limits, now);
    if (limit !== null && owner.lossAt(now) + possibleLossOf(order) > limit)
      return 'daily_loss_limit_reached';
    if (now < (owner.limits.breakUntilMs ?? 0)) return 'trading_break';
    return funds.available < stake ? 'insufficient_balance' : null;
  }

  /** Adds an order that {@link refusalOf} does not refuse. */
  place(placement: MicroPlacement): MicroOrder {
    const order: MicroOrder = {
      ...placement,
      state: 'opening',
      openedAtMs: null,
      openTicks: null,
      expiresAtMs: null,
      window: null,
      payout: null,
      settledAtMs: null,
      revision: 1,
    };
    this.exposure.add(order);
    this.#of(order.instrument).opening.push(order);
    return order;
  }

  /** Takes the next point of an instrument, and notes the changes that it makes due. Points that are known are left out. */
  takePoint(record: IndexRecord): void {
    const instrument = this.#instruments.get(record.instrument);
    if (instrument === undefined) return;
    if (record.atMs <= (instrument.records.at(-1)?.atMs ?? 0)) return;
    const { records } = instrument;
    records.push(record);
    this.#open(instrument, record);
    this.#expire(instrument, record.atMs);
    // Last, because points before a restart decide orders whose expiry it passed.
    while ((records[0]?.atMs ?? record.atMs) <= record.atMs - KEPT_MS) records.shift();
  }

  /** Makes up to `count` changes that are due, and returns them. */
  work(count: number, now: number): readonly MicroDue[] {
    const done = this.#due.slice(0, count);
    this.#due = this.#due.slice(count);
    for (const due of done) this.#apply(due, now);
    return done;
  }

  #open(instrument: Instrument, record: IndexRecord): void {
    const waiting: MicroOrder[] = [];
    for (const order of instrument.opening) {
      const opening = openingOf(order.acceptedAtMs, [record]);
      if (opening.kind === 'waiting') waiting.push(order);
      else if (opening.kind === 'voided') this.#due.push({ type: 'settled', order, window: null });
      else {
        const { atMs, ticks } = opening;
        this.#due.push({ type: 'opened', order, atMs, ticks });
        this.#expect(instrument, order, atMs + order.seconds * SECOND_MS);
      }
    }
    instrument.opening = waiting;
  }

  #expire(instrument: Instrument, untilMs: number): void {
    for (const [expiresAtMs, orders] of instrument.expiring) {
      if (expiresAtMs > untilMs) continue;
      const window = ensure(windowOf(expiresAtMs, instrument.records), 'a window that has ended');
      for (const order of orders) this.#due.push({ type: 'settled', order, window });
      instrument.expiring.delete(expiresAtMs);
    }
  }

  #apply(due: MicroDue, now: number): void {
    const { order } = due;
    order.revision += 1;
    if (due.type === 'opened') {
      order.state = 'open';
      order.openedAtMs = due.atMs;
      order.openTicks = due.ticks;
      order.expiresAtMs = due.atMs + order.seconds * SECOND_MS;
      return;
    }
    order.state =
      due.window === null
        ? 'voided'
        : outcomeOf(order.direction, ensure(order.openTicks, 'an opening price'), due.window);
    order.window = due.window;
    order.payout = units(microPayoutOf(order.state, order.stake, order));
    // A clock that was set back does not end an order before its time.
    order.settledAtMs = Math.max(now, order.expiresAtMs ?? order.acceptedAtMs);
    this.exposure.remove(order);
  }

  /** Returns why an order has no price to start from. */
  #noPrice(
    { instrument: name, seconds }: MicroPlacement,
    now: number,
  ): 'market_closed' | 'price_stale' | null {
    const { hours, records } = this.#of(name);
    const last = records.at(-1);
    // The window of an order that ends after the close would have no points.
    if (!isTrading(hours, now) || !isTrading(hours, now + INDEX_AGE_MS + seconds * SECOND_MS))
      return 'market_closed';
    return last?.ticks == null || now - last.atMs > INDEX_AGE_MS ? 'price_stale' : null;
  }

  #expect({ expiring }: Instrument, order: MicroOrder, expiresAtMs: number): void {
    const orders = expiring.get(expiresAtMs);
    if (orders === undefined) expiring.set(expiresAtMs, [order]);
    else orders.push(order);
  }

  #add(name: string, hours: TradingHours): Instrument {
    const instrument: Instrument = { hours, records: [], opening: [], expiring: new Map() };
    this.#instruments.set(name, instrument);
    return instrument;
  }

  #of(name: string): Instrument {
    const instrument = this.#instruments.get(name);
    assert(instrument !== undefined, 'a product has an instrument of the index log');
    return instrument;
  }
}
