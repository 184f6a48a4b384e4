/** Records regularly that this installation runs, so that the next start knows the length of an outage. */
import { SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { lockBeat, writeBeat } from './server-beats.repo.ts';

/** Time without the server. */
export interface Outage {
  /** The last beat before it. */
  readonly fromMs: EpochMs;
  /** Above zero. */
  readonly lengthMs: number;
}

interface ServerBeatsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** See `createRealTime`: no clock moves it, neither the machine's nor one that tests move. */
  realTime(): number;
}

type MakeUpFor = (tx: Transaction, outage: Outage) => Promise<void>;

const NOT_NOTED = 'the server could not note that it runs';
/**
 * After so long without a beat, a running server counts as down, too: it stalled, or had no
 * database.
 */
const GAP_MS = 30 * SECOND_MS;

export class ServerBeats {
  readonly #parts: ServerBeatsParts;
  #job: Job | undefined;
  /** Runs the beats one after the other. */
  #last: Promise<void> = Promise.resolve();
  #makeUpFor: MakeUpFor | undefined;
  /** Start of the last recorded beat, by {@link ServerBeatsParts.realTime}. */
  #notedAt = 0;

  constructor(parts: ServerBeatsParts) {
    this.#parts = parts;
  }

  /**
   * Makes up for an outage in one transaction with the first beat after it, so that an interrupted
   * start leaves it to the next. A clock that tests had moved forward leaves a beat in the future,
   * which is no outage.
   */
  async begin(makeUpFor: MakeUpFor): Promise<void> {
    this.#makeUpFor = makeUpFor;
    await this.#resume(makeUpFor, (fromMs, nowMs) => nowMs - fromMs);
    this.#job = this.#parts.jobs.start('signs_of_life', {
      failure: NOT_NOTED,
      work: () => this.#inTurn(() => this.#note()),
    });
  }

  /** Makes up for an outage during a run. Must be called before any delay that it extends ends. */
  async catchUp(): Promise<void> {
    if (this.#isBehind()) await this.#inTurn(() => this.#note());
  }

  /** Writes a last beat, because a stop is the start of an outage, too. */
  async stop(): Promise<void> {
    await this.#job?.stop();
    try {
      await this.#inTurn(() => this.#note());
    } catch (error) {
      this.#parts.log.error({ err: error }, NOT_NOTED);
    }
  }

  #isBehind(): boolean {
    return this.#makeUpFor !== undefined && this.#parts.realTime() - this.#notedAt >= GAP_MS;
  }

  async #resume(
    makeUpFor: MakeUpFor,
    lengthOf: (fromMs: EpochMs, nowMs: EpochMs) => number,
  ): Promise<void> {
    const { database, clock, realTime } = this.#parts;
    let begunAt = 0;
    await transaction(database, async (tx) => {
      const fromMs = await lockBeat(tx);
      const nowMs = clock.now();
      begunAt = realTime();
      const lengthMs = fromMs === undefined ? 0 : Math.round(lengthOf(fromMs, nowMs));
      if (fromMs !== undefined && lengthMs > 0) await makeUpFor(tx, { fromMs, lengthMs });
      await writeBeat(tx, nowMs);
    });
    this.#notedAt = begunAt;
  }

  async #note(): Promise<void> {
    const { database, clock, realTime } = this.#parts;
    // The length is real time, because the clock may have been moved since the last beat.
    if (this.#makeUpFor !== undefined && this.#isBehind())
      return this.#resume(this.#makeUpFor, () => realTime() - this.#notedAt);
    const begunAt = realTime();
    await writeBeat(database, clock.now());
    this.#notedAt = begunAt;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
