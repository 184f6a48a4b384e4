/** Keeps the stored candles up with the deals, in the background. */
import { SECOND_MS } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Log } from '../../../kit/log.ts';
import { findFoldedDealId, foldDeals } from './candles.repo.ts';

/** How far the stored candles may be behind. */
const INTERVAL_MS = 5 * SECOND_MS;
/** Deals of one statement: a busy market must not make one that takes long. */
const DEALS_A_STATEMENT = 20_000;

export class CandleWriter {
  private readonly database: Database;
  private readonly log: Pick<Log, 'error'>;
  private foldedId: number;
  private newestId = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  private constructor(database: Database, log: Pick<Log, 'error'>, foldedId: number) {
    this.database = database;
    this.log = log;
    this.foldedId = foldedId;
  }

  /** Brings the candles up to all deals that are there, also those that a crash left out. */
  static async open(database: Database, log: Pick<Log, 'error'>): Promise<CandleWriter> {
    const writer = new CandleWriter(database, log, await findFoldedDealId(database));
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
    this.timer ??= setInterval(() => {
      this.running ??= this.foldNew()
        .then(afterEach)
        .finally(() => (this.running = undefined));
    }, INTERVAL_MS);
  }

  /** Fulfilled when nothing is being written any more. What is not written yet, the next start writes. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  private async foldNew(): Promise<void> {
    if (this.newestId <= this.foldedId) return;
    try {
      await this.foldAll();
    } catch (error) {
      this.log.error({ err: error }, 'candles were not written; they will be');
    }
  }

  private async foldAll(): Promise<void> {
    for (;;) {
      const lastId = await foldDeals(this.database, this.foldedId, DEALS_A_STATEMENT);
      if (lastId === this.foldedId) return;
      this.foldedId = lastId;
    }
  }
}
