/** Verifies the books while the server runs, and knows whether they are sound. */
import { LIMITS } from '../../contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import type { Clock, EpochMs } from '../../contract/time.ts';
import type { Database, DatabaseAddress } from '../kit/db/database.ts';
import { JOBS } from '../kit/jobs/job-list.ts';
import { IDLE, type Job, type Jobs } from '../kit/jobs/jobs.ts';
import type { Log } from '../kit/log.ts';
import { findLastVerification, recordVerification } from './verifications.repo.ts';
import { openVerifierSession } from './verify-session.repo.ts';
import type { VerifierSession } from './verify-session.repo.ts';

/** What those ask who are about to move money: nothing new may begin on books that are not sound. */
export interface LedgerHealth {
  /**
   * False from a pass that found a fault, also before a restart, until a full pass finds none. So it is
   * when passes have failed one after another: what nobody can verify is not known to be sound.
   */
  isSound(): boolean;
  /** Rule first, rows named; empty when sound. */
  faults(): readonly string[];
}

export interface LedgerWatch {
  readonly health: LedgerHealth;
  /** Ends the pass under way, too. */
  stop(): Promise<void>;
}

export interface LedgerWatchParts {
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Longest pass, of real time; `PASS_MS_MAX` where none is given. */
  readonly passMsMax?: number;
}

/** Of real time: how often the clock, which tests move, is asked whether a pass is due. */
const LOOK_MS = JOBS.ledger_check.everyMs;
const FULL_INTERVAL_MS = HOUR_MS;
/** Passes, one an interval, that may fail one after another before the books count as not sound. */
const FAILED_PASSES_MAX = 5;
/**
 * A pass that goes on for longer is given up, and counts as those failed ones together: a statement that
 * never ends would leave the books to themselves. A full pass takes seconds for a million entries.
 */
const PASS_MS_MAX = 15 * MINUTE_MS;
/** Kept and named as a fault of the books, so that it outlasts a restart and a full pass that finds none ends it. */
const NOT_VERIFIED = `not_verified: ${FAILED_PASSES_MAX} passes failed one after another, or one did not end`;

/** A pass under way, which may be given up. */
interface Running {
  looks: number;
  ended: Promise<void>;
  /** Has the next pass begin although this one has not ended. */
  giveUp(error: Error): void;
}

/**
 * Begins with what the last server found. A full pass follows at once and then every hour, a pass
 * over what is new every `ledger_verify_interval_ms`; while there is a fault every pass is a full one.
 */
export async function startLedgerWatch(parts: LedgerWatchParts): Promise<LedgerWatch> {
  const last = await findLastVerification(parts.database);
  const watch = new Watch(parts, last?.faults ?? []);
  watch.start();
  return {
    health: { isSound: () => watch.faults.length === 0, faults: () => watch.faults },
    stop: () => watch.stop(),
  };
}

class Watch {
  faults: readonly string[];
  readonly #parts: LedgerWatchParts;
  #session: VerifierSession | undefined;
  #job: Job | undefined;
  #running: Running | undefined;
  #nextAt: EpochMs = 0;
  #nextFullAt: EpochMs = 0;
  #failedPasses = 0;
  #isStopping = false;

  constructor(parts: LedgerWatchParts, faults: readonly string[]) {
    this.#parts = parts;
    this.faults = faults;
  }

  start(): void {
    this.#job = this.#parts.jobs.start('ledger_check', {
      failure: null,
      work: () => this.#look(),
      whileUnderWay: () => this.#lookAfter(),
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const stopped = this.#job?.stop();
    await this.#session?.close();
    await this.#running?.ended;
    await stopped;
  }

  #look(): typeof IDLE | Promise<void> {
    const now = this.#parts.clock.now();
    if (now < this.#nextAt) return IDLE;
    this.#nextAt = now + LIMITS.ledger_verify_interval_ms;
    let giveUp: (error: Error) => void = () => {};
    const givenUp = new Promise<void>((_, reject) => (giveUp = reject));
    const running: Running = { looks: 0, ended: Promise.resolve(), giveUp };
    this.#running = running;
    const verified = this.#verify(running, now);
    running.ended = verified
      .catch((error: unknown) => this.#fail(error, running, now))
      .catch((error: unknown) => this.#log(error))
      .finally(() => {
        if (this.#running === running) this.#running = undefined;
      });
    return Promise.race([givenUp, running.ended.then(() => verified)]);
  }

  /** Gives up a pass that takes too long: what it says later counts no more. */
  #lookAfter(): void {
    const running = this.#running;
    if (running === undefined) return;
    const now = this.#parts.clock.now();
    running.looks += 1;
    if (running.looks * LOOK_MS < (this.#parts.passMsMax ?? PASS_MS_MAX)) return;
    const session = this.#session;
    this.#session = undefined;
    this.#running = undefined;
    this.#failedPasses = FAILED_PASSES_MAX;
    const error = new Error(`the pass did not end within ${running.looks * LOOK_MS} ms`);
    running.giveUp(error);
    this.#log(error);
    void Promise.allSettled([this.#tellUnverified(now), session?.close()]).then((ends) => {
      for (const end of ends) if (end.status === 'rejected') this.#log(end.reason);
    });
  }

  async #verify(running: Running, now: EpochMs): Promise<void> {
    const session = this.#session ?? (await this.#open());
    if (this.#isStopping || this.#running !== running) return session.close();
    this.#session = session;
    const isFull = this.faults.length > 0 || now >= this.#nextFullAt;
    const pass = isFull ? await session.verifyAll() : await session.verifyRecent();
    if (this.#running !== running) return;
    this.#failedPasses = 0;
    if (pass.kind === 'full') this.#nextFullAt = now + FULL_INTERVAL_MS;
    this.#tell(pass.faults);
    this.#parts.log.debug(pass, 'ledger verified');
    const { lastDealId } = session;
    await recordVerification(this.#parts.database, {
      faults: [...pass.faults],
      atMs: now,
      lastDealId,
    });
  }

  async #open(): Promise<VerifierSession> {
    const session = await openVerifierSession(this.#parts.address, {
      name: 'meridian ledger',
      isBackground: true,
    });
    session.onLost(() => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }

  /** Logs a change of what is wrong, not the same every time. */
  #tell(faults: readonly string[]): void {
    const before = this.faults;
    this.faults = faults;
    if (faults.join('\n') === before.join('\n')) return;
    if (faults.length > 0) this.#parts.log.error({ faults }, 'the ledger is not sound');
    else this.#parts.log.warn('the ledger is sound again');
  }

  /** The next pass connects again and is a full one; what was known of the books stays. */
  async #fail(error: unknown, running: Running, now: EpochMs): Promise<void> {
    if (this.#running !== running) return;
    const session = this.#session;
    this.#session = undefined;
    if (this.#isStopping) return;
    this.#log(error);
    this.#failedPasses += 1;
    try {
      await this.#tellUnverified(now);
    } finally {
      await session?.close();
    }
  }

  /** Kept after each further failure as well: an earlier try to keep it may have failed itself. */
  async #tellUnverified(now: EpochMs): Promise<void> {
    if (this.#failedPasses < FAILED_PASSES_MAX) return;
    if (!this.faults.includes(NOT_VERIFIED)) this.#tell([...this.faults, NOT_VERIFIED]);
    const faults = [...this.faults];
    await recordVerification(this.#parts.database, { faults, atMs: now, lastDealId: 0 });
  }

  #log(error: unknown): void {
    this.#parts.log.error({ err: error }, 'the ledger could not be verified');
  }
}
