/**
 * Compares changed orders with their logs in the background, from the database, with a small share of the
 * processor: at most 5 % of one.
 */
import { isDatabaseUnavailable, sqlStateOf } from '../db/transaction.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';

/** Orders per turn: about two milliseconds of work. */
const TURN_ORDERS = 20;
/** The pause after a turn, as a multiple of its duration with reading: at most 5 % of one processor. */
const PAUSE_FACTOR = 19;
const PAUSE_MS_MIN = 25;
/** Most listed changes: for more, all orders from the lowest unlisted one on are checked in sequence. */
const LISTED_MAX = 50_000;

/** Stored orders with everything that their replay needs. */
interface CheckedRecords<R> {
  /** Returns those of `ids` that exist, by id. */
  ofOrders(ids: readonly number[]): Promise<readonly R[]>;
  /** Returns the first `count` orders from `id` on, by id. */
  fromOrder(id: number, count: number): Promise<readonly R[]>;
  /** Returns the newest order; 0 when there is none. */
  lastOrderId(): Promise<number>;
}

export interface Findings {
  readonly faults: readonly string[];
  /** The error of the replay, for the log. */
  readonly err?: unknown;
}

/** The kind of order that is checked. */
export interface CheckedKind<R> {
  readonly job: 'order_check' | 'contract_order_check' | 'micro_order_check';
  readonly records: CheckedRecords<R>;
  idOf(record: R): number;
  /** Returns the differences between the order and its replay. */
  findingsOf(record: R): Promise<Findings>;
  onDiffering(record: R, findings: Findings): void;
}

interface BackgroundCheckParts<R> {
  readonly kind: CheckedKind<R>;
  readonly log: Pick<Log, 'error'>;
  readonly jobs: Pick<Jobs, 'start'>;
  /** All orders from this one on are checked first, and these older ones. */
  readonly firstOrderId: number;
  readonly changed: readonly number[];
}

export class BackgroundCheck<R> {
  /** The number of orders that equal their replay, and of orders that differ. */
  readonly counts = { conforming: 0, differing: 0 };
  readonly #kind: CheckedKind<R>;
  readonly #log: Pick<Log, 'error'>;
  readonly #changed: Set<number>;
  /** All orders from this one on are due; null when the list is complete. */
  #from: number | null;
  readonly #waiting: (() => void)[] = [];
  readonly #job: Job;
  #turn: Promise<void> = Promise.resolve();
  /** Duration of the last turn, in milliseconds. */
  #turnMs = 0;

  constructor({ kind, log, jobs, firstOrderId, changed }: BackgroundCheckParts<R>) {
    this.#kind = kind;
    this.#log = log;
    this.#changed = new Set(changed);
    this.#from = firstOrderId;
    this.#job = jobs.start(kind.job, {
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

  /** Has the order checked after its change. */
  list(id: number): void {
    if (this.#changed.size < LISTED_MAX) this.#changed.add(id);
    else this.#from = Math.min(this.#from ?? id, id);
    this.#job.runIn(PAUSE_MS_MIN);
  }

  /** Resolves when all changes before the call are checked. */
  settled(): Promise<void> {
    if (this.#isIdle()) return this.#turn;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  stop(): Promise<void> {
    return this.#job.stop();
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

  async #read(): Promise<readonly R[]> {
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
    const { records } = this.#kind;
    try {
      const found = await records.fromOrder(from, TURN_ORDERS);
      return { found, next: found.length < TURN_ORDERS ? null : this.#nextAfter(found) };
    } catch (error) {
      if (!isOfOrders(error)) throw error;
      const lastOrderId = await records.lastOrderId();
      const next = from + TURN_ORDERS;
      const found = await this.#readEach(Array.from({ length: TURN_ORDERS }, (_, at) => from + at));
      return { found, next: next > lastOrderId ? null : next };
    }
  }

  async #readChanged(): Promise<readonly R[]> {
    const ids: number[] = [];
    for (const id of this.#changed) if (ids.push(id) === TURN_ORDERS) break;
    // Removed before the read, so that a later change lists them again.
    for (const id of ids) this.#changed.delete(id);
    try {
      return await this.#kind.records.ofOrders(ids).catch((error: unknown) => {
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
  async #readEach(ids: readonly number[]): Promise<readonly R[]> {
    const found: R[] = [];
    for (const id of ids) {
      try {
        found.push(...(await this.#kind.records.ofOrders([id])));
      } catch (error) {
        if (!isOfOrders(error)) throw error;
        this.#log.error({ err: error, orderId: id }, 'an order cannot be read for its check');
      }
    }
    return found;
  }

  async #check(record: R): Promise<void> {
    const findings = await this.#findingsOf(record);
    if (findings.faults.length === 0) {
      this.counts.conforming += 1;
      return;
    }
    this.counts.differing += 1;
    this.#kind.onDiffering(record, findings);
  }

  /** Returns the reason why an impossible order has no replay as a fault. */
  async #findingsOf(record: R): Promise<Findings> {
    try {
      return await this.#kind.findingsOf(record);
    } catch (error) {
      return { faults: [`it cannot be replayed: ${String(error)}`], err: error };
    }
  }

  #nextAfter(records: readonly R[]): number | null {
    const last = records.at(-1);
    return last === undefined ? null : this.#kind.idOf(last) + 1;
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
