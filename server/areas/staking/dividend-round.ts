/**
 * The rounds that pay dividends and end cycles: every day exactly once, missed days oldest first. A round that an
 * error cuts short leaves the rest to the next one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf, MINUTE_MS, SECOND_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { IDLE } from '../../kit/jobs/jobs.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { FollowedUpdates } from '../../kit/user-updates.types.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import { areDividendsDue, payDividends, type PaidPosition } from './dividends.repo.ts';
import type { StakingWire } from './staking-wire.ts';
import { findCompleted, findPositionsById } from './staking.repo.ts';
import type { StakingSubscriptions } from './subscriptions.ts';

export interface DividendRoundParts {
  readonly database: Database;
  /** Pays at low priority, so that orders of users do not wait for dividends. */
  readonly background: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** Nothing is paid while the ledger is not consistent. */
  readonly health: Pick<LedgerHealth, 'isConsistent'>;
  readonly subscriptions: Pick<StakingSubscriptions, 'complete' | 'recover'>;
  readonly updates: FollowedUpdates;
  readonly wire: StakingWire;
}

/** Positions of one statement: it takes a few milliseconds, for which other work on the fund waits. */
const PAID_AT_ONCE = 200;
/** From one statement to the next: 4,000 dividends a second leave most of the processor to orders. */
const STATEMENT_EVERY_MS = 50;
/** Least pause after a statement, as a part of its duration, which is longer while orders take the processor. */
const PAUSE_PER_WORK = 0.1;
/** A stop of the server waits for the pause. */
const PAUSE_MS_MAX = 100;
const COMPLETED_AT_ONCE = 100;
/** Other servers may have left something, so that a round is repeated although no day has ended. */
const AGAIN_MS = 10 * SECOND_MS;
/** No index knows due times and ended cycles: a look reads all positions in effect, some 15 ms for 100,000. */
const LOOK_AGAIN_MS = MINUTE_MS;
/** Request id of the movements. */
const REQUEST_ID = 'dividends';

export class DividendRounds {
  readonly #parts: DividendRoundParts;
  #job: Job | undefined;
  #isStopped = false;
  /** When the last round ended; a fault leaves it as it is. */
  #doneAtMs: EpochMs | null = null;
  /** When a round had paid everything; no dividend is due before the next day. */
  #paidAtMs: EpochMs | null = null;

  constructor(parts: DividendRoundParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#job = this.#parts.jobs.start('dividends', {
      failure: 'dividends could not be paid',
      work: () => this.#run(),
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#job?.stop();
  }

  async #run(): Promise<void | typeof IDLE> {
    const { clock, subscriptions } = this.#parts;
    const now = clock.now();
    if (!isOver(this.#doneAtMs, now, AGAIN_MS)) return IDLE;
    await subscriptions.recover(now);
    if (this.#isHalted) return IDLE;
    if (!isOver(this.#paidAtMs, now, LOOK_AGAIN_MS)) {
      this.#doneAtMs = now;
      return IDLE;
    }
    const paid = await this.#payAll();
    const completed = await this.#completeAll();
    if (!this.#isHalted) this.#doneAtMs = this.#paidAtMs = now;
    return paid + completed === 0 ? IDLE : undefined;
  }

  /** A stop or a fault of the ledger ends a round between two statements. */
  get #isHalted(): boolean {
    return this.#isStopped || !this.#parts.health.isConsistent();
  }

  /** @returns how many dividends were paid. */
  async #payAll(): Promise<number> {
    const { database, background, clock } = this.#parts;
    // Most rounds find nothing, and need no connection of their own.
    if (!(await areDividendsDue(database, clock.now()))) return 0;
    let last: number | undefined;
    for (let done = 0; ;) {
      const begun = performance.now();
      const after = last;
      const paid = await payDividends(background, clock.now(), PAID_AT_ONCE, REQUEST_ID, after);
      done += paid.length;
      last = paid.at(-1)?.id;
      await this.#publish(paid);
      // Positions that missed days have more of them: the search begins again, until it finds nothing.
      const isPaid = paid.length === 0 && after === undefined;
      if (isPaid || this.#isHalted) return done;
      const workedMs = performance.now() - begun;
      const pauseMs = Math.max(STATEMENT_EVERY_MS - workedMs, PAUSE_PER_WORK * workedMs);
      await pause(Math.min(pauseMs, PAUSE_MS_MAX));
    }
  }

  /** @returns how many cycles ended. */
  async #completeAll(): Promise<number> {
    const { database, clock, subscriptions } = this.#parts;
    for (let done = 0, after = 0; ;) {
      const ids = await findCompleted(database, after, COMPLETED_AT_ONCE);
      for (const id of ids) {
        if (this.#isHalted) return done;
        await subscriptions.complete(id, clock.now());
        after = id;
        done += 1;
      }
      if (ids.length < COMPLETED_AT_ONCE) return done;
    }
  }

  async #publish(paid: readonly PaidPosition[]): Promise<void> {
    const { database, updates, wire } = this.#parts;
    const ids = paid.filter(({ userId }) => updates.isFollowed(userId)).map(({ id }) => id);
    if (ids.length === 0) return;
    for (const row of await findPositionsById(database, ids)) {
      const record = wire.position(row);
      if (record !== null) updates.publish(row.userId, { kind: 'staking_position', record });
    }
  }
}

/** Whether a day or the pause has passed since then, also on a clock that was set back. */
const isOver = (since: EpochMs | null, now: EpochMs, pauseMs: number): boolean =>
  since === null || dayOf(now) !== dayOf(since) || Math.abs(now - since) >= pauseMs;
