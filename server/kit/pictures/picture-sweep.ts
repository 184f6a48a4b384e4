/** Deletes pictures whose ticket was not used in time, and files that a crash left without a row. */
import { LIMITS } from '../../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import { IDLE, type Job, type Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { PictureStore } from './picture-store.ts';
import { deleteExpiredPictures, unknownPictures } from './pictures.repo.ts';

interface SweepParts {
  readonly database: Database;
  readonly store: PictureStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
}

/** Measured by the clock, which tests move; the list of jobs has the interval of the check. */
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

  /** Starts with a full pass. */
  start(): void {
    this.#job = this.#parts.jobs.start('pictures', {
      failure: 'sweeping of pictures failed',
      work: () => this.#sweep(),
    });
    void this.#job.runNow();
  }

  /** Resolves when the current pass has ended. */
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

  /** Deletes the row first, because a ticket must not be used for a file that is gone. */
  async #removeExpired(now: EpochMs): Promise<void> {
    const { database, store } = this.#parts;
    let ids: readonly string[];
    do {
      ids = await deleteExpiredPictures(database, now, BATCH_MAX);
      for (const id of ids) await store.remove(id);
    } while (ids.length > 0);
  }

  /** Deletes only files so old that their upload has ended in any case. */
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
