/**
 * The memory of fast contracts: the core, and the rows of its changes until the dealing writer's next commit. It has
 * no stores and no promises.
 */
import { ensure } from '../../../contract/assert.ts';
import { writeRecord } from '../../../contract/figures/index-record.ts';
import { SETTLEMENT_WINDOW_MS } from '../../../contract/figures/micro-settlement.ts';
import type { TradingHours } from '../../../contract/figures/trading-calendar.ts';
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import { MicroCore } from '../../engine/micro/micro-core.ts';
import type { MicroDue, MicroOrder, MicroPlacement } from '../../engine/micro/micro-types.ts';
import type { OwnedBalance } from '../../ledger/writer/owned-balances.ts';
import type { WriterGuest, SealedGuest } from '../../ledger/writer/guest.types.ts';
import { MicroAccounts } from './micro-accounts.ts';
import { MICRO_STATEMENT, microRowValues } from './micro-commit.repo.ts';
import type {
  IndexPointOf,
  MicroBatch,
  MicroFunding,
  MicroProductChange,
  SignedReceipt,
  StoredMicroOrder,
  UsedPoint,
  UsedWindow,
} from './micro.types.ts';

/** Facts of an order that the core does not need. */
type Extras = SignedReceipt & Pick<StoredMicroOrder, 'idempotencyKey' | 'requestId'>;

/** Points are kept so long, although only points of the last seconds can be used. */
const POINTS_KEPT_MS = MINUTE_MS;

export class MicroMemory implements WriterGuest {
  readonly core: MicroCore;
  readonly accounts: MicroAccounts;
  readonly #onCommitted: (batch: MicroBatch, ordinal: number) => void;
  readonly #extras = new Map<number, Extras>();
  /** Points by instrument and time, the oldest first. */
  readonly #points = new Map<string, Map<EpochMs, IndexPointOf>>();
  #placed = new Set<number>();
  #changed = new Set<MicroOrder>();
  #windows = new Map<string, UsedWindow>();
  #usedPoints = new Map<string, UsedPoint>();
  #products: MicroProductChange[] = [];
  #fundings: MicroFunding[] = [];

  constructor(
    hours: ReadonlyMap<string, TradingHours>,
    currencyId: number,
    onCommitted: (batch: MicroBatch, ordinal: number) => void,
  ) {
    this.core = new MicroCore(hours);
    this.accounts = new MicroAccounts(currencyId);
    this.#onCommitted = onCommitted;
  }

  get rows(): number {
    return (
      this.#changed.size +
      this.#windows.size +
      this.#usedPoints.size +
      this.#products.length +
      this.#fundings.length
    );
  }

  load(ownerId: number, balances: readonly OwnedBalance[]): void {
    this.accounts.load(ownerId, balances);
  }

  forget(ownerIds: readonly number[]): void {
    this.accounts.forget(ownerIds);
  }

  /** Takes back an open order of a loaded owner. */
  restore(stored: StoredMicroOrder): MicroOrder {
    const { token, receipt, signature, idempotencyKey, requestId, ...order } = stored;
    this.#extras.set(order.id, { token, receipt, signature, idempotencyKey, requestId });
    this.accounts.takeOrder(stored);
    this.core.restore(order);
    return order;
  }

  place(placement: MicroPlacement, extras: Extras): MicroOrder {
    const order = this.core.place(placement);
    this.#extras.set(order.id, extras);
    this.#placed.add(order.id);
    this.#changed.add(order);
    return order;
  }

  /** Takes the next stored point of an instrument. */
  takePoint(point: IndexPointOf): void {
    const { instrument, atMs } = point.record;
    const points = this.#points.get(instrument) ?? new Map<EpochMs, IndexPointOf>();
    this.#points.set(instrument, points);
    points.set(atMs, point);
    this.core.takePoint(point.record);
    // Changes that are due may still use older points.
    if (this.core.dueCount > 0) return;
    for (const known of points.keys()) {
      if (known > atMs - POINTS_KEPT_MS) return;
      points.delete(known);
    }
  }

  /** The last point of an instrument, with the head after it; undefined before the first. */
  lastPoint(instrument: string): IndexPointOf | undefined {
    const last = this.core.lastPoint(instrument);
    return last === undefined ? undefined : this.#points.get(instrument)?.get(last.atMs);
  }

  /** Makes up to `count` changes that are due, and returns them. */
  work(count: number, now: EpochMs): readonly MicroDue[] {
    const done = this.core.work(count, now);
    for (const due of done) {
      const { order } = due;
      this.#changed.add(order);
      if (due.type === 'opened') this.#usePoint(order.instrument, due.atMs);
      else if (due.window !== null) this.#useWindow(order, due.window);
    }
    return done;
  }

  /** Adds a version of a product to the next commit. */
  addProduct(change: MicroProductChange): void {
    this.#products.push(change);
  }

  /** Adds a change of the pool to the next commit. */
  addFunding(funding: MicroFunding): void {
    this.#fundings.push(funding);
  }

  requestIdOf(orderId: number): string {
    return ensure(this.#extras.get(orderId), `fast contract ${orderId}`).requestId;
  }

  booked(balances: readonly OwnedBalance[]): void {
    this.accounts.takeBalances(balances);
  }

  seal(): SealedGuest | null {
    if (this.rows === 0) return null;
    const orders = [...this.#changed].map((order) => this.#stored(order));
    const rows = {
      newOrders: orders.filter(({ id }) => this.#placed.has(id)),
      changedOrders: orders.filter(({ id }) => !this.#placed.has(id)),
      windows: [...this.#windows.values()],
      points: [...this.#usedPoints.values()],
      products: this.#products,
      fundings: this.#fundings,
    };
    for (const { id, settledAtMs } of orders) if (settledAtMs !== null) this.#extras.delete(id);
    this.#placed = new Set();
    this.#changed = new Set();
    this.#windows = new Map();
    this.#usedPoints = new Map();
    this.#products = [];
    this.#fundings = [];
    return {
      statement: MICRO_STATEMENT,
      values: microRowValues(rows),
      foundCount: rows.changedOrders.length,
      committed: (ordinal) => {
        for (const order of orders) this.accounts.takeOrder(order);
        this.#onCommitted({ orders }, ordinal);
      },
    };
  }

  #stored(order: MicroOrder): StoredMicroOrder {
    return { ...order, ...ensure(this.#extras.get(order.id), `fast contract ${order.id}`) };
  }

  #usePoint(instrument: string, atMs: EpochMs): void {
    const { record, head } = ensure(
      this.#points.get(instrument)?.get(atMs),
      'a point that is used',
    );
    const line = writeRecord(record);
    this.#usedPoints.set(`${instrument} ${atMs}`, { instrument, atMs, line, head });
  }

  #useWindow(order: MicroOrder, { sum, count }: { readonly sum: number; readonly count: number }) {
    const { instrument } = order;
    const expiresAtMs = ensure(order.expiresAtMs, 'an expiry');
    const key = `${instrument} ${expiresAtMs}`;
    if (this.#windows.has(key)) return;
    this.#windows.set(key, { instrument, expiresAtMs, sum, count });
    for (const atMs of this.#points.get(instrument)?.keys() ?? [])
      if (atMs > expiresAtMs - SETTLEMENT_WINDOW_MS && atMs <= expiresAtMs)
        this.#usePoint(instrument, atMs);
  }
}
