/** Adds new trades (`deals`) to the stored candles, in the background. */
import type { Database } from '../../../kit/db/database.ts';
import { IDLE, type Job, type Jobs } from '../../../kit/jobs/jobs.ts';
import { findFoldedDealId, foldDeals } from './candles.repo.ts';

/** The most trades of one statement, because a busy market must not cause a long one. */
const DEALS_A_STATEMENT = 20_000;

export class CandleWriter {
  readonly #database: Database;
  readonly #jobs: Jobs;
  #foldedId: number;
  #newestId = 0;
  #job: Job | undefined;

  private constructor(database: Database, jobs: Jobs, foldedId: number) {
    this.#database = database;
    this.#jobs = jobs;
    this.#foldedId = foldedId;
  }

  /** Adds all existing trades to the candles, including trades that a crash left out. */
  static async open(database: Database, jobs: Jobs): Promise<CandleWriter> {
    const writer = new CandleWriter(database, jobs, await findFoldedDealId(database));
    await writer.#foldAll();
    return writer;
  }

  /** All trades up to this one are in the stored candles. */
  get foldedDealId(): number {
    return this.#foldedId;
  }

  /** Notes that trades up to `dealId` exist. */
  note(dealId: number): void {
    this.#newestId = Math.max(this.#newestId, dealId);
  }

  /** @param afterEach called after each run */
  start(afterEach: () => void): void {
    this.#job ??= this.#jobs.start('candles', {
      failure: 'candles were not written; the next run retries',
      work: () => this.#foldNew().finally(afterEach),
    });
  }

  /** Resolves when no write is under way. The next start writes the rest. */
  async stop(): Promise<void> {
    await this.#job?.stop();
    this.#job = undefined;
  }

  async #foldNew(): Promise<typeof IDLE | void> {
    if (this.#newestId <= this.#foldedId) return IDLE;
    await this.#foldAll();
  }

  async #foldAll(): Promise<void> {
    for (;;) {
      const lastId = await foldDeals(this.#database, this.#foldedId, DEALS_A_STATEMENT);
      if (lastId === this.#foldedId) return;
      this.#foldedId = lastId;
    }
  }
}
