/** Records regularly that this installation runs, so that the next start knows the length of an outage. */
import { SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { lockBeat, writeBeat } from './server-beats.repo.ts';

/** Time from the last beat to the start after it, above zero. */
export interface Outage {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

export interface ServerBeatsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /**
   * Milliseconds of real time, see {@link GAP_MS}. Tests do not move it as they move the clock, and
   * it goes on while the machine sleeps.
   */
  realTime(): number;
}

/**
 * Monotonic time of this process combined with the wall clock: it rises when the wall clock is set
 * back, and while the machine sleeps.
 */
export const realTimeOf = (wall: () => EpochMs) => (): number =>
  Math.max(performance.now(), wall() - performance.timeOrigin);

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
    await this.#resume(makeUpFor);
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

  async #resume(makeUpFor: MakeUpFor): Promise<void> {
    const { database, clock, realTime } = this.#parts;
    const begunAt = realTime();
    await transaction(database, async (tx) => {
      const fromMs = await lockBeat(tx);
      const toMs = clock.now();
      if (fromMs !== undefined && fromMs < toMs) await makeUpFor(tx, { fromMs, toMs });
      await writeBeat(tx, toMs);
    });
    this.#notedAt = begunAt;
  }

  async #note(): Promise<void> {
    const { database, clock, realTime } = this.#parts;
    if (this.#makeUpFor !== undefined && this.#isBehind()) return this.#resume(this.#makeUpFor);
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
