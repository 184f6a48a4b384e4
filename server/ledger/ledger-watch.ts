/** Verifies the ledger while the server runs, and reports whether it is consistent. */
import { LIMITS } from '../../contract/limits.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { ok, refuse, type Result } from '../../contract/result.ts';
import type { Clock, EpochMs } from '../../contract/time.ts';
import { openBackgroundDatabase } from '../kit/db/background-database.ts';
import type { Database, DatabaseAddress } from '../kit/db/database.ts';
import { JOBS } from '../kit/jobs/job-list.ts';
import { IDLE, type Job, type Jobs } from '../kit/jobs/jobs.ts';
import type { Log } from '../kit/log.ts';
import type { LedgerBook } from './ledger-book.types.ts';
import { storeGuard } from './ledger-guard.repo.ts';
import { findRangeHead, type RangeHead } from './ledger-ranges.repo.ts';
import { findSearch, storeSearch } from './ledger-searches.repo.ts';
import { closeRanges } from './range-closing.ts';
import { UnverifiedPermission, type Permission } from './unverified-permission.ts';
import { findLastVerification, recordVerification } from './verifications.repo.ts';
import { openVerifierSession } from './verify-session.repo.ts';
import type { VerifierSession } from './verify-session.repo.ts';

/**
 * The health check for services that move money: they start nothing new while the ledger is
 * inconsistent.
 */
export interface LedgerHealth {
  /**
   * False from a pass that found a fault, including one before a restart, until a full pass finds
   * none. It is false as well after several failed passes in a row, because an unverified ledger is
   * not known to be consistent, unless an operator lets the exchange go on for some hours.
   */
  isConsistent(): boolean;
  /** Faults, each with the rule first and the rows; empty when the ledger is consistent. */
  faults(): readonly string[];
}

export interface LedgerWatch {
  readonly health: LedgerHealth;
  /** The end of the chain of closed ranges, published as `/ledger-head.json`. */
  head(): RangeHead;
  /**
   * Set while passes have failed for long and no fault is known: the end of the time for which an
   * operator lets the exchange go on, null while it has stopped. Null when the ledger is verified.
   */
  unverified(): { readonly continuesUntil: EpochMs | null } | null;
  /**
   * Lets the exchange go on until a time, or until a pass succeeds. ledger_has_faults: a fault was
   * found, which is never permitted. not_changed: the ledger is verified.
   */
  continueUnverified(
    permission: Permission,
  ): Promise<Result<null, 'ledger_has_faults' | 'not_changed'>>;
  /**
   * Begins the passes. A start calls it when everything else is open, because the first pass would take half of the
   * processor from the work that an earlier run left.
   */
  begin(): void;
  /** Ends the current pass, too. */
  stop(): Promise<void>;
}

interface LedgerWatchParts {
  readonly address: DatabaseAddress;
  /** The role of the owner of the tables, who alone may close ranges. */
  readonly ownerAddress: DatabaseAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly book: LedgerBook;
  /** Movements of a full range; `RANGE_MOVEMENTS` by default. */
  readonly rangeMovements?: number;
  /** Longest pass, in real time; `PASS_MS_MAX` by default. */
  readonly passMsMax?: number;
}

/** Real time between two checks of the clock, which tests move, for a due pass. */
const LOOK_MS = JOBS.ledger_check.everyMs;
/** Number of failed passes in a row, one per interval, with which the ledger counts as inconsistent. */
const FAILED_PASSES_MAX = 5;
/**
 * A longer pass is abandoned and counts like {@link FAILED_PASSES_MAX} failed ones, because a statement
 * that never ends would leave the ledger unverified. A full pass takes seconds for a million entries.
 */
const PASS_MS_MAX = 15 * MINUTE_MS;
/**
 * Stored as a fault of the ledger, so that it survives a restart and ends with a full pass that
 * finds none.
 */
const NOT_VERIFIED = `not_verified: ${FAILED_PASSES_MAX} passes failed one after another, or one did not end`;

/** State before the start. */
interface LastKnown {
  readonly faults: readonly string[];
  readonly head: RangeHead;
  /** All records that were written before this snapshot were compared; null without a stored search. */
  readonly searchedUpTo: string | null;
  readonly permission: UnverifiedPermission;
}

/** The current pass, which may be abandoned. */
interface Running {
  looks: number;
  ended: Promise<void>;
  /** Lets the next pass start although this one has not ended. */
  giveUp(error: Error): void;
}

/**
 * Opens with the result of the last server. A pass over everything after the closed ranges follows its
 * `begin`, and passes over new rows every `ledger_verify_interval_ms`; each of them compares
 * closed ranges and old records in turn. While there is a fault, no range is closed, and every pass
 * begins after the closed ranges. No pass reads all of the past.
 */
export async function openLedgerWatch(parts: LedgerWatchParts): Promise<LedgerWatch> {
  const last = await findLastVerification(parts.database);
  const head = await findRangeHead(parts.database);
  const searchedUpTo = await findSearch(parts.database);
  const permission = await UnverifiedPermission.open(parts.database, parts.log);
  const faults = last?.faults ?? [];
  const watch = new Watch(parts, { faults, head, searchedUpTo, permission });
  return {
    health: { isConsistent: () => watch.isConsistent(), faults: () => watch.faults },
    head: () => watch.head,
    unverified: () => watch.unverified(),
    continueUnverified: (wanted) => watch.continueUnverified(wanted),
    begin: () => watch.begin(),
    stop: () => watch.stop(),
  };
}

class Watch {
  faults: readonly string[];
  head: RangeHead;
  readonly #startedAt: EpochMs;
  readonly #parts: LedgerWatchParts;
  #session: VerifierSession | undefined;
  #job: Job | undefined;
  #running: Running | undefined;
  #nextAt: EpochMs = 0;
  #failedPasses = 0;
  /** Passes within which a changed balance or record is found, as it was last logged. */
  #searchPasses = 1;
  readonly #owner: Database;
  /** Ranges up to this one were closed or compared by this process; a new session compares later ones first. */
  #knownRange = 0;
  /** A new session also compares the records that were written since this snapshot: no lost connection or restart hides one. */
  #searchedUpTo: string | null;
  /** Faults from before the session, kept until it has looked everywhere: they may be of a range or record in turn. */
  #kept: readonly string[] = [];
  #isStopping = false;
  readonly #permission: UnverifiedPermission;

  constructor(parts: LedgerWatchParts, { faults, head, searchedUpTo, permission }: LastKnown) {
    this.#parts = parts;
    this.#owner = openBackgroundDatabase(parts.ownerAddress, parts.log, 'meridian ranges', []);
    this.#startedAt = parts.clock.now();
    this.#permission = permission;
    this.head = head;
    this.faults = faults;
    this.#searchedUpTo = searchedUpTo;
  }

  isConsistent(): boolean {
    if (this.faults.length === 0) return true;
    const unverified = this.unverified();
    return unverified !== null && unverified.continuesUntil !== null;
  }

  unverified(): { readonly continuesUntil: EpochMs | null } | null {
    if (this.faults.length === 0 || this.#hasFaults()) return null;
    return { continuesUntil: this.#permission.until(this.#parts.clock.now()) };
  }

  async continueUnverified(
    permission: Permission,
  ): Promise<Result<null, 'ledger_has_faults' | 'not_changed'>> {
    if (this.#hasFaults()) return refuse('ledger_has_faults');
    if (this.faults.length === 0) return refuse('not_changed');
    await this.#permission.give(permission);
    return ok(null);
  }

  /** Whether a pass has found a fault, as opposed to passes that could not look. */
  #hasFaults(): boolean {
    return this.faults.some((fault) => fault !== NOT_VERIFIED);
  }

  begin(): void {
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
    await this.#owner.$client.end();
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

  /** Abandons a pass that takes too long; its later result is ignored. */
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
    void Promise.allSettled([this.#reportUnverified(now), session?.close()]).then((ends) => {
      for (const end of ends) if (end.status === 'rejected') this.#log(end.reason);
    });
  }

  async #verify(running: Running, now: EpochMs): Promise<void> {
    const session = this.#session ?? (await this.#open());
    if (this.#isStopping || this.#running !== running) return session.close();
    this.#session = session;
    const pass = this.faults.length > 0 ? await session.verifyOpen() : await session.verifyRecent();
    if (this.#running !== running) return;
    this.#failedPasses = 0;
    this.#knownRange = session.knownRange;
    this.#searchedUpTo = session.searchedUpTo;
    if (session.hasLookedEverywhere) this.#kept = [];
    const faults = [...new Set([...this.#kept, ...pass.faults])];
    this.#report(faults);
    this.#parts.log.debug(pass, 'ledger verified');
    this.#reportTime(session.searchPasses);
    const { lastDealId } = session;
    await recordVerification(this.#parts.database, { faults, atMs: now, lastDealId });
    await this.#permission.end(now);
    if (faults.length === 0) await this.#closeOrLeave(session, now);
  }

  /** The ledger is verified whether the rest succeeds or not, so the next pass retries. */
  async #closeOrLeave(session: VerifierSession, now: EpochMs): Promise<void> {
    try {
      await this.#close(session, now);
    } catch (error) {
      if (!this.#isStopping)
        this.#parts.log.error({ err: error }, 'no ledger range could be closed');
    }
  }

  /** Closes ranges after a pass without faults, accepts a changed guard, and stores how far records were searched. */
  async #close(session: VerifierSession, now: EpochMs): Promise<void> {
    const { settled, newGuard, searchedUpTo } = session;
    const { database, log, rangeMovements } = this.#parts;
    const owner = this.#owner;
    if (newGuard !== null) await storeGuard(owner, newGuard, now);
    if (searchedUpTo !== null) await storeSearch(owner, searchedUpTo, now);
    const closing = { database, owner, settled, now, since: this.#startedAt };
    const closed = await closeRanges({ ...closing, ...(rangeMovements && { rangeMovements }) });
    if (closed === null) return;
    const { head, count } = closed;
    session.noteClosed(head.id, count);
    this.head = head;
    log.info({ range: head.id, hash: head.hash }, 'ledger range closed');
  }

  async #open(): Promise<VerifierSession> {
    this.#kept = this.faults.filter((fault) => fault !== NOT_VERIFIED);
    const session = await openVerifierSession(this.#parts.address, {
      name: 'meridian ledger',
      isBackground: true,
      book: this.#parts.book,
      knownRange: this.#knownRange,
      searchedUpTo: this.#searchedUpTo,
      isAfterFault: this.#kept.length > 0,
    });
    session.onLost(() => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }

  /** Logs only changes of the faults. */
  #report(faults: readonly string[]): void {
    const before = this.faults;
    this.faults = faults;
    if (faults.join('\n') === before.join('\n')) return;
    if (faults.length > 0) this.#parts.log.error({ faults }, 'the ledger is not consistent');
    else this.#parts.log.warn('the ledger is consistent again');
  }

  /** Logs when the accounts or records exceed the number that a pass searches. */
  #reportTime(passes: number): void {
    if (passes === this.#searchPasses) return;
    this.#searchPasses = passes;
    const withinMs = passes * LIMITS.ledger_verify_interval_ms;
    this.#parts.log.warn(
      { passes, withinMs },
      'a changed balance or record is found within this time',
    );
  }

  /** The next pass reconnects and is a full one; the known state of the ledger stays. */
  async #fail(error: unknown, running: Running, now: EpochMs): Promise<void> {
    if (this.#running !== running) return;
    const session = this.#session;
    this.#session = undefined;
    if (this.#isStopping) return;
    this.#log(error);
    this.#failedPasses += 1;
    try {
      await this.#reportUnverified(now);
    } finally {
      await session?.close();
    }
  }

  /**
   * Stores the fault after each further failure as well, because an earlier attempt to store it may
   * have failed.
   */
  async #reportUnverified(now: EpochMs): Promise<void> {
    if (this.#failedPasses < FAILED_PASSES_MAX) return;
    if (!this.faults.includes(NOT_VERIFIED)) this.#report([...this.faults, NOT_VERIFIED]);
    const faults = [...this.faults];
    await recordVerification(this.#parts.database, { faults, atMs: now, lastDealId: 0 });
  }

  #log(error: unknown): void {
    this.#parts.log.error({ err: error }, 'the ledger could not be verified');
  }
}
