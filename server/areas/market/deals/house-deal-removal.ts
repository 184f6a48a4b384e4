/**
 * Deletes old trades (`deals`) of the exchange with itself, because no reader needs them and they are
 * nearly all stored data.
 */
import { MINUTE_MS, SECOND_MS, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import { IDLE, type Job, type Jobs } from '../../../kit/jobs/jobs.ts';
import { DEALS_KEPT } from './deal-market.ts';
import { findLastBookedHouseDeal, removeHouseDeals } from './house-deals.repo.ts';

/** The least age of a deleted trade, in a market with newer ones. */
const KEPT_MS = 2 * MINUTE_MS;
/** Measured with the clock, which tests move. */
const INTERVAL_MS = 30 * SECOND_MS;
/** The most trades of one statement, because a large backlog must not cause a long one. */
const DEALS_A_STATEMENT = 10_000;

interface HouseDealRemovalParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

export class HouseDealRemoval {
  readonly #parts: HouseDealRemovalParts;
  #job: Job | undefined;
  #afterId: number | undefined;
  #nextAt: EpochMs = 0;
  #isStopping = false;

  constructor(parts: HouseDealRemovalParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#job = this.#parts.jobs.start('maker_trade_removal', {
      failure: 'old trades of the exchange with itself were not removed; the next run retries',
      work: () => this.look(),
    });
  }

  /** Waits for the statement that is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#job?.stop();
  }

  /** Deletes old trades, at most once in 30 seconds. */
  async look(): Promise<typeof IDLE | void> {
    const { database, clock } = this.#parts;
    const now = clock.now();
    if (now < this.#nextAt) return IDLE;
    this.#nextAt = now + INTERVAL_MS;
    this.#afterId ??= await findLastBookedHouseDeal(database);
    const removable = {
      afterId: this.#afterId,
      before: now - KEPT_MS,
      keptOfMarket: DEALS_KEPT,
      removedMax: DEALS_A_STATEMENT,
    };
    for (let removed = DEALS_A_STATEMENT; removed === DEALS_A_STATEMENT && !this.#isStopping;)
      removed = await removeHouseDeals(database, removable);
  }
}
