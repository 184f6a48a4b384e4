/**
 * Replays every changed order with the lifecycle machine, from the database, in the background with a
 * small share of the processor. An order that differs from its log closes its market for new orders.
 * The exchange's own orders are left out, because their rows are deleted when they end.
 */
import { setImmediate } from 'node:timers/promises';
import { isDatabaseUnavailable, sqlStateOf } from '../../kit/db/transaction.ts';
import { isHouse } from '../../ledger/chart.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { replayInSteps } from './order-lifecycle.ts';
import type { OrderRecord, Replay } from './order-lifecycle.ts';
import type { OrderRecordRepo } from './order-record.repo.ts';
import type { SpotOrder } from './spot-events.ts';
import type { SpotCommands, SpotView } from './spot-exchange.types.ts';

export interface OrderConformanceParts {
  readonly commands: Pick<SpotCommands, 'setStatus'>;
  readonly view: Pick<SpotView, 'markets' | 'subscribe'>;
  readonly records: OrderRecordRepo;
  readonly log: Log;
  readonly jobs: Jobs;
}

export interface OrderConformance {
  /** The number of orders that equal their replay, and of orders that differ. */
  readonly counts: { readonly conforming: number; readonly differing: number };
  /** Resolves when all changes before the call are checked. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** The number of orders that a start checks again: the newest, and the older ones of the newest movements. */
const RECENT_ORDERS = 1_000;
const RECENT_MOVEMENTS = 4_000;
/** Orders per turn: about two milliseconds of work. */
const TURN_ORDERS = 20;
/** The pause after a turn, as a multiple of its duration with reading: at most 5 % of one processor. */
const PAUSE_FACTOR = 19;
const PAUSE_MS_MIN = 25;
/** The longest part of a turn without a pause. */
const SLICE_MS_MAX = 2;
/**
 * An open order with more revisions is checked when their number has doubled, and at its end, because
 * each check reads all its trades (`deals`).
 */
const REVISIONS_OF_EACH_MAX = 64;
/** Beyond this many listed changes, all orders from the lowest unlisted one on are checked in sequence. */
const LISTED_MAX = 50_000;

/**
 * Starts with the orders that were placed or changed last, because the previous server may have ended
 * before their check. Changes before those are not checked.
 */
export async function startOrderConformance(
  parts: OrderConformanceParts,
): Promise<OrderConformance> {
  const { records } = parts;
  const [lastOrderId, moved] = await Promise.all([
    records.lastOrderId(),
    records.lastMovedOrders(RECENT_MOVEMENTS),
  ]);
  const from = Math.max(1, lastOrderId - RECENT_ORDERS);
  return new Conformance(
    parts,
    from,
    moved.filter((id) => id < from),
  );
}

class Conformance implements OrderConformance {
  readonly counts = { conforming: 0, differing: 0 };
  readonly #parts: OrderConformanceParts;
  readonly #changed: Set<number>;
  readonly #unsubscribe: () => void;
  /** Revision at which an open order with many revisions is due again. */
  readonly #dueRevisions = new Map<number, number>();
  /** All orders from this one on are due; null when the list is complete. */
  #from: number | null;
  readonly #waiting: (() => void)[] = [];
  readonly #job: Job;
  #turn: Promise<void> = Promise.resolve();
  /** Duration of the last turn, in milliseconds. */
  #turnMs = 0;

  constructor(parts: OrderConformanceParts, firstOrderId: number, changed: readonly number[]) {
    this.#parts = parts;
    this.#changed = new Set(changed);
    this.#from = firstOrderId;
    this.#unsubscribe = parts.view.subscribe(({ orders }) => {
      for (const order of orders)
        if (!isHouse(order.ownerId) && this.#isDue(order)) this.#list(order.id);
    });
    this.#job = parts.jobs.start('order_check', {
      failure: 'orders could not be read for their check',
      work: () => {
        const turn = this.#takeTurn();
        this.#turn = turn.catch(() => undefined);
        return turn;
      },
      pauseMs: () => this.#pauseMs(),
    });
    this.#job.runIn(PAUSE_MS_MIN);
  }

  settled(): Promise<void> {
    if (this.#isIdle()) return this.#turn;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#job.stop();
  }

  #isDue({ id, state, revision }: SpotOrder): boolean {
    if (state !== 'paid') {
      this.#dueRevisions.delete(id);
      return true;
    }
    if (revision <= REVISIONS_OF_EACH_MAX) return true;
    if (revision < (this.#dueRevisions.get(id) ?? 0)) return false;
    this.#dueRevisions.set(id, revision * 2);
    return true;
  }

  #list(id: number): void {
    if (this.#changed.size < LISTED_MAX) this.#changed.add(id);
    else this.#from = Math.min(this.#from ?? id, id);
    this.#job.runIn(PAUSE_MS_MIN);
  }

  #isIdle(): boolean {
    return this.#changed.size === 0 && this.#from === null;
  }

  /** Limits the share of the processor for any duration of a turn. Returns null when nothing is due. */
  #pauseMs(): number | null {
    return this.#isIdle() ? null : Math.max(PAUSE_MS_MIN, this.#turnMs * PAUSE_FACTOR);
  }

  async #takeTurn(): Promise<void> {
    const startedAt = performance.now();
    try {
      for (const record of await this.#read()) await this.#check(record);
    } finally {
      this.#turnMs = performance.now() - startedAt;
      if (this.#isIdle()) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  async #read(): Promise<readonly OrderRecord[]> {
    if (this.#changed.size > 0) return this.#readChanged();
    if (this.#from === null) return [];
    const from = this.#from;
    const { found, next } = await this.#readRow(from);
    // Skipped when the list has overflowed during the read.
    if (this.#from === from) this.#from = next;
    return found;
  }

  /** Returns the orders from this one on, and the first that is not among them; null after the last. */
  async #readRow(from: number) {
    const { records } = this.#parts;
    try {
      const found = await records.fromOrder(from, TURN_ORDERS);
      return { found, next: found.length < TURN_ORDERS ? null : nextAfter(found) };
    } catch (error) {
      if (!isOfOrders(error)) throw error;
      const lastOrderId = await records.lastOrderId();
      const next = from + TURN_ORDERS;
      const found = await this.#readEach(Array.from({ length: TURN_ORDERS }, (_, at) => from + at));
      return { found, next: next > lastOrderId ? null : next };
    }
  }

  async #readChanged(): Promise<readonly OrderRecord[]> {
    const ids: number[] = [];
    for (const id of this.#changed) if (ids.push(id) === TURN_ORDERS) break;
    // Removed before the read, so that a later change lists them again.
    for (const id of ids) this.#changed.delete(id);
    try {
      return await this.#parts.records.ofOrders(ids).catch((error: unknown) => {
        if (isOfOrders(error)) return this.#readEach(ids);
        throw error;
      });
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  /**
   * Reads orders one by one after a failure of their shared read. An unreadable order is logged and
   * skipped until it changes again or the server starts, so that it does not block the others.
   */
  async #readEach(ids: readonly number[]): Promise<readonly OrderRecord[]> {
    const { records, log } = this.#parts;
    const found: OrderRecord[] = [];
    for (const id of ids) {
      try {
        found.push(...(await records.ofOrders([id])));
      } catch (error) {
        if (!isOfOrders(error)) throw error;
        log.error({ err: error, orderId: id }, 'an order cannot be read for its check');
      }
    }
    return found;
  }

  async #check(record: OrderRecord): Promise<void> {
    const { log } = this.#parts;
    const { id, marketId } = record.order;
    const findings = await findingsOf(record);
    if (findings.faults.length === 0) {
      this.counts.conforming += 1;
      return;
    }
    this.counts.differing += 1;
    log.error({ orderId: id, marketId, ...findings }, 'an order differs from its log');
    // Closes the market again, after an operator has opened it, at the next order that differs.
    if (this.#parts.view.markets.get(marketId)?.status === 'trading') this.#close(marketId);
  }

  /** Closes the market for new orders only, so that users can still cancel and free their balance. */
  #close(marketId: number): void {
    const { commands, log } = this.#parts;
    commands.setStatus(marketId, 'cancel_only').then(
      () => log.error({ marketId }, 'the market takes no new orders'),
      (error: unknown) => log.error({ err: error, marketId }, 'the market could not be closed'),
    );
  }
}

/**
 * Whether the read failed because of stored data (a damaged page, more trades than can be read in
 * time), and not temporarily. Only PostgreSQL reports this: its values are not validated here, and an
 * error without an SQLSTATE is about the connection.
 */
function isOfOrders(error: unknown): boolean {
  return sqlStateOf(error) !== undefined && !isDatabaseUnavailable(error);
}

interface Findings {
  readonly faults: readonly string[];
  /** The error of the replay, for the log. */
  readonly err?: unknown;
}

/**
 * Returns the differences between the replay and the stored order; for an impossible order, the reason
 * why it has no replay.
 */
async function findingsOf(record: OrderRecord): Promise<Findings> {
  try {
    const { faults } = await replayInSlices(record);
    return { faults };
  } catch (error) {
    return { faults: [`it cannot be replayed: ${String(error)}`], err: error };
  }
}

/** Yields the processor between slices. */
async function replayInSlices(record: OrderRecord): Promise<Replay> {
  const replay = replayInSteps(record);
  for (let sliceFrom = performance.now(); ;) {
    const { done, value } = replay.next();
    if (done === true) return value;
    if (performance.now() - sliceFrom < SLICE_MS_MAX) continue;
    await setImmediate();
    sliceFrom = performance.now();
  }
}

function nextAfter(records: readonly OrderRecord[]): number | null {
  const last = records.at(-1);
  return last === undefined ? null : last.order.id + 1;
}
