/** Verifies the books while the server runs, and knows whether they are sound. */
import { LIMITS } from '../../contract/limits.ts';
import { HOUR_MS } from '../../contract/time.ts';
import type { Clock, EpochMs } from '../../contract/time.ts';
import type { Database, DatabaseAddress } from '../db/database.ts';
import type { Log } from '../log.ts';
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
}

/** Of real time: how often the clock, which tests move, is asked whether a pass is due. */
const LOOK_MS = 250;
const FULL_INTERVAL_MS = HOUR_MS;
/** Passes, one an interval, that may fail one after another before the books count as not sound. */
const FAILED_PASSES_MAX = 5;
/** Kept and named as a fault of the books, so that it outlasts a restart and a full pass that finds none ends it. */
const NOT_VERIFIED = `not_verified: ${FAILED_PASSES_MAX} passes failed one after another`;

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
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #nextAt: EpochMs = 0;
  #nextFullAt: EpochMs = 0;
  #failedPasses = 0;
  #isStopping = false;

  constructor(parts: LedgerWatchParts, faults: readonly string[]) {
    this.#parts = parts;
    this.faults = faults;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#session?.close();
    await this.#running;
  }

  #look(): void {
    const now = this.#parts.clock.now();
    if (this.#running !== undefined || now < this.#nextAt) return;
    this.#nextAt = now + LIMITS.ledger_verify_interval_ms;
    this.#running = this.#verify(now)
      .catch((error: unknown) => this.#fail(error, now))
      .catch((error: unknown) => this.#log(error))
      .finally(() => (this.#running = undefined));
  }

  async #verify(now: EpochMs): Promise<void> {
    this.#session ??= await this.#open();
    if (this.#isStopping) return this.#session.close();
    const isFull = this.faults.length > 0 || now >= this.#nextFullAt;
    const pass = isFull ? await this.#session.verifyAll() : await this.#session.verifyRecent();
    this.#failedPasses = 0;
    if (pass.kind === 'full') this.#nextFullAt = now + FULL_INTERVAL_MS;
    this.#tell(pass.faults);
    this.#parts.log.debug(pass, 'ledger verified');
    await recordVerification(this.#parts.database, pass.faults, now);
  }

  async #open(): Promise<VerifierSession> {
    const session = await openVerifierSession(this.#parts.address, {
      name: 'meridian ledger',
      isBackground: true,
    });
    session.onLost(() => (this.#session = undefined));
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

  /** The next pass connects anew and is a full one; what was known of the books stays. */
  async #fail(error: unknown, now: EpochMs): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (this.#isStopping) return;
    this.#log(error);
    this.#failedPasses += 1;
    const isNews = this.#failedPasses >= FAILED_PASSES_MAX && !this.faults.includes(NOT_VERIFIED);
    if (isNews) this.#tell([...this.faults, NOT_VERIFIED]);
    await session?.close();
    if (isNews) await recordVerification(this.#parts.database, this.faults, now);
  }

  #log(error: unknown): void {
    this.#parts.log.error({ err: error }, 'the ledger could not be verified');
  }
}
