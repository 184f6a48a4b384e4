/** Keeps the stored candles up with the deals, in the background. */
import type { Database } from '../../../kit/db/database.ts';
import { IDLE, type Job, type Jobs } from '../../../kit/jobs/jobs.ts';
import { findFoldedDealId, foldDeals } from './candles.repo.ts';

/** Deals of one statement: a busy market must not make one that takes long. */
const DEALS_A_STATEMENT = 20_000;

export class CandleWriter {
  private readonly database: Database;
  private readonly jobs: Jobs;
  private foldedId: number;
  private newestId = 0;
  private job: Job | undefined;

  private constructor(database: Database, jobs: Jobs, foldedId: number) {
    this.database = database;
    this.jobs = jobs;
    this.foldedId = foldedId;
  }

  /** Brings the candles up to all deals that are there, also those that a crash left out. */
  static async open(database: Database, jobs: Jobs): Promise<CandleWriter> {
    const writer = new CandleWriter(database, jobs, await findFoldedDealId(database));
    await writer.foldAll();
    return writer;
  }

  /** All deals up to this one are in the stored candles. */
  get foldedDealId(): number {
    return this.foldedId;
  }

  /** Says that there are deals up to `dealId`. */
  note(dealId: number): void {
    this.newestId = Math.max(this.newestId, dealId);
  }

  /** @param afterEach called after each look at what is new */
  start(afterEach: () => void): void {
    this.job ??= this.jobs.start('candles', {
      failure: 'candles were not written; they will be',
      work: () => this.foldNew().finally(afterEach),
    });
  }

  /** Fulfilled when nothing is being written any more. What is not written yet, the next start writes. */
  async stop(): Promise<void> {
    await this.job?.stop();
    this.job = undefined;
  }

  private async foldNew(): Promise<typeof IDLE | void> {
    if (this.newestId <= this.foldedId) return IDLE;
    await this.foldAll();
  }

  private async foldAll(): Promise<void> {
    for (;;) {
      const lastId = await foldDeals(this.database, this.foldedId, DEALS_A_STATEMENT);
      if (lastId === this.foldedId) return;
      this.foldedId = lastId;
    }
  }
}
