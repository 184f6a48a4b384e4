/**
 * The index log of this server: the price of each instrument four times a second, with the price of every source, in a
 * chain of hashes. After a failure it begins again from the stored points; when another server takes over, this one ends.
 */
import { INDEX_GRID_MS } from '../../../../contract/figures/index-record.ts';
import type { SourcePrice } from '../../../../contract/figures/price-agreement.ts';
import { MINUTE_MS, SECOND_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { Database, DatabaseAddress } from '../../../kit/db/database.ts';
import { IDLE, type Job, type Jobs } from '../../../kit/jobs/jobs.ts';
import type { Log } from '../../../kit/log.ts';
import { Listeners } from '../../../kit/process/listeners.ts';
import { indexCryptoOf } from './index-crypto.ts';
import type { IndexKey } from './index-key.ts';
import type { IndexEntry, IndexInstrument, IndexTick } from './index-lines.ts';
import {
  IndexPartsError,
  provenIndex,
  refuseLostPoints,
  signedUntil,
  type NamedPoint,
  type ProvenIndex,
} from './index-parts.ts';
import { IndexRun, type OrdersOf } from './index-run.ts';
import type { Sheet } from './index-sheets.ts';
import { openIndexStore, type IndexStore, type StoredIndex } from './index-store.repo.ts';

/** Points that a reader gets first: those of the last minute. */
const RECENT_MAX = MINUTE_MS / INDEX_GRID_MS;
const RETRY_MS = SECOND_MS;
/** A log that waits longer for its time is an error: the clock is wrong, and open fast contracts wait, too. */
const WAIT_MS_MAX = 2 * SECOND_MS;

/** Log message of a log that cannot go on from its stored points. */
const UNPROVEN =
  'stored points of the index log are false or missing: it writes no more, and open fast contracts wait. Put the points back and start again, see docs/INDEX-LOG.md';

interface IndexLogParts {
  readonly instruments: readonly IndexInstrument[];
  /** The present prices of all outside sources of an instrument. */
  readonly pricesOf: (instrument: string) => readonly SourcePrice[];
  readonly key: IndexKey;
  /** Counts the stored orders of each sheet. */
  readonly countOrders: OrdersOf;
  /** Returns the points after a time that stored orders name. */
  readonly findNamed: (afterMs: EpochMs) => Promise<readonly NamedPoint[]>;
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Another server writes the log: this one must end, because it would settle nothing. */
  onTakenOver(): void;
}

/** Called with each stored point of an instrument, in order. */
type IndexListener = (instrument: string, tick: IndexTick) => void;

/** A run with its store. */
interface Turn {
  readonly run: IndexRun;
  readonly store: IndexStore;
}

export class IndexLog {
  readonly #parts: IndexLogParts;
  readonly #recent: ReadonlyMap<string, IndexTick[]>;
  readonly #listeners: Listeners<Parameters<IndexListener>>;
  #turn: Turn | null = null;
  /** The store of the last run, to see whether another server has taken over. */
  #last: IndexStore | null = null;
  #isTakenOver = false;
  #fault: IndexPartsError | null = null;
  #lastReadMs: EpochMs = 0;
  /** Whether the log waits until the clock shows a time after its last point. */
  #isWaiting = false;
  #barrier: () => Promise<unknown> | null = () => null;
  #job: Job | undefined;

  constructor(parts: IndexLogParts) {
    this.#parts = parts;
    this.#listeners = new Listeners(parts.log, 'a listener of the index log failed');
    this.#recent = new Map(parts.instruments.map(({ name }) => [name, []]));
  }

  /** Takes the turn, and writes from the next point of the grid on. Lines of an earlier run are signed then. */
  async start(): Promise<void> {
    await this.#open();
    this.#job = this.#parts.jobs.start('index_log', {
      failure: 'the index log could not be opened',
      work: () => this.#tick(),
      pauseMs: () => this.#pauseMs(),
    });
    this.#job.runIn(this.#pauseMs() ?? 0);
  }

  /** Writes no more; what is written stays unsigned until the next start. */
  async stop(): Promise<void> {
    await this.#job?.stop();
    const turn = this.#turn;
    this.#turn = null;
    await turn?.run.stop();
    await turn?.store.close();
  }

  /** The stored points of an instrument in the last minute, the oldest first; undefined for an unknown one. */
  recent(instrument: string): readonly IndexTick[] | undefined {
    return this.#recent.get(instrument);
  }

  /** The reason why the log cannot go on from its stored points; null while it can. */
  get fault(): Error | null {
    return this.#fault;
  }

  /** Time of the last point that was read, stored or not; 0 before the first. */
  get lastReadMs(): EpochMs {
    return this.#lastReadMs;
  }

  /** The points of an instrument that are stored and not signed, the oldest first. */
  unsigned(instrument: string): readonly Sheet[] {
    return this.#turn?.run.sheets(instrument) ?? [];
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: IndexListener): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Lets every point wait for what `barrier` returns, null for nothing. A point whose time passes before is a gap, as any
   * other at which no source was read.
   */
  waitFor(barrier: () => Promise<unknown> | null): void {
    this.#barrier = barrier;
  }

  #pauseMs(): number | null {
    if (this.#isTakenOver) return null;
    return this.#turn === null
      ? RETRY_MS
      : INDEX_GRID_MS - (this.#parts.clock.now() % INDEX_GRID_MS);
  }

  #tick(): void | typeof IDLE | Promise<void> {
    if (this.#isTakenOver) return IDLE;
    if (this.#turn === null) return this.#open();
    const before = this.#barrier();
    return before === null ? this.#write() : this.#writeAfter(before);
  }

  /** A point whose time comes during the wait has a barrier of its own. */
  async #writeAfter(barrier: Promise<unknown>): Promise<void> {
    for (let next: Promise<unknown> | null = barrier; next !== null;) {
      const dueMs = this.#dueMs();
      await next;
      next = this.#dueMs() > dueMs ? this.#barrier() : null;
    }
    this.#write();
  }

  /** Time of the last point of the grid. */
  #dueMs(): EpochMs {
    const now = this.#parts.clock.now();
    return now - (now % INDEX_GRID_MS);
  }

  #write(): void {
    if (this.#turn === null) return;
    const { run } = this.#turn;
    const now = this.#parts.clock.now();
    run.tick(now);
    this.#lastReadMs = Math.max(this.#lastReadMs, run.lastMs);
    this.#noteWait(run.lastMs - now);
  }

  /** @param waitMs time until the log can go on; below zero while it does. */
  #noteWait(waitMs: number): void {
    const { log } = this.#parts;
    const isWaiting = waitMs > WAIT_MS_MAX;
    if (isWaiting && !this.#isWaiting)
      log.error(
        { waitMs },
        'the clock is behind the last point of the index log: the log and open fast contracts wait until its time. Set the clock right',
      );
    else if (!isWaiting && this.#isWaiting) log.info('the index log goes on');
    this.#isWaiting = isWaiting;
  }

  async #open(): Promise<void> {
    if (this.#last !== null && !(await this.#last.isCurrent())) return this.#noteTakenOver();
    const { store, stored } = await openIndexStore({
      ...this.#parts,
      onLost: (error) => this.#end(store, error),
    });
    this.#last = store;
    const proven = await this.#provenOf(stored).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
    if (proven === null) return store.close();
    const run = new IndexRun({
      ...this.#parts,
      store,
      stored: proven,
      publish: (entries) => this.#publish(entries),
      ordersOf: async (sheets) => {
        // An accepted order may name a point of a sheet, and be on its way to the database.
        await this.#barrier();
        return this.#parts.countOrders(sheets);
      },
      onEnded: (error) => this.#end(store, error),
    });
    this.#turn = { run, store };
    this.#lastReadMs = Math.max(this.#lastReadMs, run.lastMs);
  }

  /** Returns null for points that the exchange has not stored; the job tries again. */
  async #provenOf(stored: StoredIndex): Promise<ProvenIndex | null> {
    const { key, log, findNamed } = this.#parts;
    const named = await findNamed(signedUntil(stored.ends));
    try {
      const proven = provenIndex(stored, indexCryptoOf(key.publicKey));
      refuseLostPoints(proven, named);
      this.#fault = null;
      return proven;
    } catch (error) {
      if (!(error instanceof IndexPartsError)) throw error;
      if (this.#fault?.message !== error.message) log.error({ err: error }, UNPROVEN);
      this.#fault = error;
      return null;
    }
  }

  /** Ends the run of that store; the job opens another. */
  #end(store: IndexStore, error: unknown): void {
    if (this.#turn?.store !== store) return;
    const { run } = this.#turn;
    this.#turn = null;
    if (error === undefined) this.#noteTakenOver();
    else this.#parts.log.error({ err: error }, 'the index log failed and begins again');
    void run.stop().finally(() => store.close().catch(() => undefined));
  }

  #noteTakenOver(): void {
    this.#isTakenOver = true;
    this.#parts.log.fatal('another server writes the index log');
    this.#parts.onTakenOver();
  }

  #publish(entries: readonly IndexEntry[]): void {
    for (const { instrument, record, head } of entries) {
      const recent = this.#recent.get(instrument);
      const last = recent?.at(-1);
      // Points that a failed run stored may be published already.
      if (recent === undefined || (last !== undefined && record.atMs <= last.record.atMs)) continue;
      const tick = { record, head };
      recent.push(tick);
      if (recent.length > RECENT_MAX) recent.shift();
      this.#listeners.notify(instrument, tick);
    }
  }
}
