/** Deletes pictures that nobody used in time, and files that a crash left without a row. */
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import { IDLE, type Job, type Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { PictureStore } from './picture-store.ts';
import { deleteExpiredPictures, unknownPictures } from './pictures.repo.ts';

export interface SweepParts {
  readonly database: Database;
  readonly store: PictureStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
}

/** By the clock, which tests move; how often it is asked says the list of jobs. */
const EXPIRED_INTERVAL_MS = MINUTE_MS;
const ORPHANS_INTERVAL_MS = HOUR_MS;
const BATCH_MAX = 500;

export class PictureSweep {
  readonly #parts: SweepParts;
  #job: Job | undefined;
  #nextExpiredAt: EpochMs = 0;
  #nextOrphansAt: EpochMs = 0;

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  /** Begins with a full pass. */
  start(): void {
    this.#job = this.#parts.jobs.start('pictures', {
      failure: 'sweeping of pictures failed',
      work: () => this.#sweep(),
    });
    void this.#job.runNow();
  }

  /** Resolves when the pass under way has ended. */
  async stop(): Promise<void> {
    await this.#job?.stop();
  }

  async #sweep(): Promise<typeof IDLE | void> {
    const now = this.#parts.clock.now();
    if (now < this.#nextExpiredAt && now < this.#nextOrphansAt) return IDLE;
    if (now >= this.#nextExpiredAt) {
      this.#nextExpiredAt = now + EXPIRED_INTERVAL_MS;
      await this.#removeExpired(now);
    }
    if (now >= this.#nextOrphansAt) {
      this.#nextOrphansAt = now + ORPHANS_INTERVAL_MS;
      await this.#removeOrphans(now);
    }
  }

  /** The row first: a ticket must not be used for a file that is gone. */
  async #removeExpired(now: EpochMs): Promise<void> {
    const { database, store } = this.#parts;
    let ids: readonly string[];
    do {
      ids = await deleteExpiredPictures(database, now, BATCH_MAX);
      for (const id of ids) await store.remove(id);
    } while (ids.length > 0);
  }

  /** Files so old that their upload has ended, one way or the other. */
  async #removeOrphans(now: EpochMs): Promise<void> {
    const { database, store, log } = this.#parts;
    for await (const ids of store.listBefore(now - LIMITS.picture_ticket_valid_ms)) {
      const orphans = await unknownPictures(database, ids);
      for (const id of orphans) await store.remove(id);
      if (orphans.length > 0)
        log.info({ count: orphans.length }, 'removed files without a picture');
    }
  }
}
