/** Notes again and again that this installation runs, so that the next start knows for how long it did not. */
import { SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { lockBeat, writeBeat } from './server-beats.repo.ts';

/** From the last sign of life to the start after it: above zero. */
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
   * Milliseconds of real time, see {@link GAP_MS}; nobody moves them, as tests move the clock. They go on
   * while the machine sleeps.
   */
  realTime(): number;
}

/** Of this process, with the clock on the wall: it rises where that is set back, and with it while the machine sleeps. */
export const realTimeOf = (wall: () => EpochMs) => (): number =>
  Math.max(performance.now(), wall() - performance.timeOrigin);

type MakeUpFor = (tx: Transaction, outage: Outage) => Promise<void>;

const NOT_NOTED = 'the server could not note that it runs';
/** Without a sign of life for so long, a server that runs on was down too: it stood still, or had no database. */
const GAP_MS = 30 * SECOND_MS;

export class ServerBeats {
  readonly #parts: ServerBeatsParts;
  #job: Job | undefined;
  /** Beats, one after the other. */
  #last: Promise<void> = Promise.resolve();
  #makeUpFor: MakeUpFor | undefined;
  /** When the last beat that was noted began, by {@link ServerBeatsParts.realTime}. */
  #notedAt = 0;

  constructor(parts: ServerBeatsParts) {
    this.#parts = parts;
  }

  /**
   * Has an outage made up for, in one transaction with the first beat after it: a start that is cut
   * off here leaves it to the next. A clock that tests had moved ahead has left a beat to come, which
   * is no outage.
   */
  async begin(makeUpFor: MakeUpFor): Promise<void> {
    this.#makeUpFor = makeUpFor;
    await this.#resume(makeUpFor);
    this.#job = this.#parts.jobs.start('signs_of_life', {
      failure: NOT_NOTED,
      work: () => this.#inTurn(() => this.#note()),
    });
  }

  /** The same for an outage in the midst of a run. To be called before anything that it makes up for ends. */
  async catchUp(): Promise<void> {
    if (this.#isBehind()) await this.#inTurn(() => this.#note());
  }

  /** With a last beat: a stop is the begin of an outage too. */
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
