/** Warns in the log when the disk with the server's data is nearly full, because a full disk stops everything. */
import { statfs } from 'node:fs/promises';
import { HOUR_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import type { Log } from '../log.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';

/** Interval of repeated warnings. */
const REPEAT_MS = HOUR_MS;
export const GB = 1e9;
const UNKNOWN = 'how much room is left on the disk is not known';

interface DiskWatchParts {
  /** Folder of pictures, secrets and the embedded database. */
  readonly folder: string;
  /** Free bytes below which it warns; 0: never. */
  readonly warningBytes: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Returns the free bytes; of the file system by default. */
  freeBytes?(folder: string): Promise<number>;
}

/** Result of the last check. */
export interface DiskFacts {
  /** Null while unknown. */
  readonly freeBytes: number | null;
  readonly warningBytes: number;
  readonly isLow: boolean;
}

export class DiskWatch {
  readonly #parts: DiskWatchParts;
  #job: Job | undefined;
  /** Time of the last warning; null while there is room. */
  #warnedAt: EpochMs | null = null;
  #freeBytes: number | null = null;

  constructor(parts: DiskWatchParts) {
    this.#parts = parts;
  }

  /**
   * Checks immediately, then at an interval. A disk that cannot be read does not stop the server.
   */
  async start(): Promise<void> {
    const { jobs, log } = this.#parts;
    const work = async (): Promise<void> => {
      await this.look().catch((error: unknown) => {
        log.warn({ err: error }, UNKNOWN);
        throw error;
      });
    };
    this.#job = jobs.start('disk_room', { failure: null, work });
    await this.#job.runNow();
  }

  async stop(): Promise<void> {
    await this.#job?.stop();
  }

  facts(): DiskFacts {
    const { warningBytes } = this.#parts;
    const freeBytes = this.#freeBytes;
    return { freeBytes, warningBytes, isLow: freeBytes !== null && freeBytes < warningBytes };
  }

  async look(): Promise<void> {
    const { folder, clock, log, warningBytes, freeBytes = freeBytesOf } = this.#parts;
    this.#freeBytes = null;
    const bytes = await freeBytes(folder);
    this.#freeBytes = bytes;
    const now = clock.now();
    const fields = { folder, freeGb: Number((bytes / GB).toFixed(2)) };
    if (bytes >= warningBytes) {
      if (this.#warnedAt !== null) log.info(fields, 'the disk has enough free space again');
      this.#warnedAt = null;
    } else if (this.#warnedAt === null || now - this.#warnedAt >= REPEAT_MS) {
      this.#warnedAt = now;
      log.warn(fields, `less than ${warningBytes / GB} GB of disk space are free: make room`);
    }
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
