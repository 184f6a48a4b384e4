/**
 * Types of the lifecycle runner for domain machines (`machines/domain`): one row per record, one row
 * per event, timers as data. Callers hold the transaction, map effects to ledger movements and user
 * events, and keep the columns of their own table consistent with the snapshot.
 */
import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../db/database.ts';
import type { LifecycleRow } from './lifecycles.repo.ts';
import type { Outage } from './server-beats.ts';

/** The runner's description of a kind of record. */
export interface LifecycleSpec<M extends AnyStateMachine = AnyStateMachine> {
  /** Stable name, e.g. `withdrawal`; never renamed. */
  readonly kind: string;
  readonly machine: M;
  /** Rises when a state or the context changes shape; `migrations[v]` converts v to v + 1. */
  readonly version: number;
  readonly migrations: Readonly<Record<number, (snapshot: unknown) => unknown>>;
  /**
   * Names of delays within which a user or operator has to act. Downtime of the server is added to
   * them (DESIGN 7).
   */
  readonly delaysExtendedByOutage?: readonly string[];
}

/** A named action of the machine that the caller must carry out, in the machine's order. */
export interface LifecycleEffect {
  readonly type: string;
  readonly params: unknown;
}

export interface LifecycleState<M extends AnyStateMachine> {
  readonly snapshot: SnapshotFrom<M>;
  readonly revision: number;
}
export interface LifecycleStep<M extends AnyStateMachine> extends LifecycleState<M> {
  readonly effects: readonly LifecycleEffect[];
}

/** Further statements of a step. */
export interface Alongside<M extends AnyStateMachine> {
  /**
   * Called when the statement of the step is on its way, so that its own statements share the round
   * trip. It may run for a step that is rejected in the end; the caller must then roll back the
   * transaction.
   */
  readonly alongside?: ((step: LifecycleStep<M>) => Promise<unknown>) | undefined;
}

/** refused: the present state does not allow the event; nothing changed. unknown: no such record. */
export type LifecycleAnswer<M extends AnyStateMachine> =
  | { readonly kind: 'done'; readonly step: LifecycleStep<M> }
  | { readonly kind: 'refused'; readonly state: LifecycleState<M> }
  | { readonly kind: 'unknown' };

/** A new record. */
export interface NewRecord<M extends AnyStateMachine> extends Alongside<M> {
  readonly id: number;
  readonly input: InputFrom<M>;
  readonly now: EpochMs;
}

/** An event for a record that was read earlier without a lock. */
export interface SeenRecord<M extends AnyStateMachine> extends Alongside<M> {
  readonly seen: LifecycleRow;
  readonly event: EventFromLogic<M>;
  readonly now: EpochMs;
}

/** Runs after the transaction has committed; if a delay was the cause, it is not awaited. */
export type AfterCommit = () => unknown;

/** The reaction to the end of a delay. */
export interface TimerReaction<M extends AnyStateMachine> {
  /**
   * Carries out the effects in the transaction of the step. @returns the work for after the commit.
   */
  onStep(
    tx: Transaction,
    id: number,
    step: LifecycleStep<M>,
    now: EpochMs,
  ): Promise<AfterCommit | void>;
  /**
   * Called when a newer machine has migrated the record: updates the columns that show its
   * revision.
   */
  onMigrated?(tx: Transaction, id: number, revision: number): Promise<void>;
  /**
   * Called when delays of these records were extended by `byMs`: updates the columns that show
   * their ends.
   */
  onExtended?(tx: Transaction, ids: readonly number[], byMs: number): Promise<void>;
  /**
   * Called for a due delay, with its record locked; returns the extra ms from `now`, or null to let
   * it end. A delay that runs on calls {@link onExtended}.
   */
  heldBackMs?(tx: Transaction, id: number, delayName: string, now: EpochMs): Promise<number | null>;
  /** Called after the commit that held a delay back, to notify others. */
  afterHeldBack?(id: number): unknown;
}

export interface Lifecycles {
  /** Starts the lifecycle of record `id`. @throws AssertionError when it already has one. */
  start<M extends AnyStateMachine>(
    tx: Transaction,
    spec: LifecycleSpec<M>,
    record: NewRecord<M>,
  ): Promise<LifecycleStep<M>>;
  /**
   * Locks the record, sends it the event and stores snapshot, log row and timers.
   * @throws AssertionError for an event whose type begins with `xstate.`, which only timers send.
   */
  send<M extends AnyStateMachine>(
    tx: Transaction,
    spec: LifecycleSpec<M>,
    record: { readonly id: number; readonly event: EventFromLogic<M>; readonly now: EpochMs },
  ): Promise<LifecycleAnswer<M>>;
  /**
   * Like {@link send}, for a record that was read without a lock, which saves one round trip.
   * Refused as well when the record has had a step since; the caller must roll back after a
   * refusal.
   */
  sendSeen<M extends AnyStateMachine>(
    tx: Transaction,
    spec: LifecycleSpec<M>,
    record: SeenRecord<M>,
  ): Promise<LifecycleAnswer<M>>;
  /** Reads without a lock. */
  read<M extends AnyStateMachine>(
    database: Executor,
    spec: LifecycleSpec<M>,
    id: number,
  ): Promise<LifecycleState<M> | undefined>;
  /**
   * Must be called before {@link startTimers}. A step whose reaction throws is rolled back and
   * retried after a wait, which grows with each failure. Several records take steps at the same time.
   */
  onTimer<M extends AnyStateMachine>(spec: LifecycleSpec<M>, reaction: TimerReaction<M>): void;
  /**
   * Extends the delays that an outage extends, and that were running when it began, by its length.
   * Must be called after all of {@link onTimer} and before {@link startTimers}.
   */
  makeUpFor(tx: Transaction, outage: Outage): Promise<void>;
  /**
   * Fires due timers from now on, including deadlines that passed while the server was down.
   * Migrates records of older machines: those with delays first, all others gradually afterwards.
   */
  startTimers(): void;
  /** Resolves when every timer that is due now was tried; for tests that moved the clock. */
  fireDue(): Promise<void>;
  /**
   * Resolves when the due timers of one record were tried, for a caller whose request came after them.
   * A timer that has just failed waits for its next try. @throws when the database is unavailable.
   */
  fireDueOf(spec: Pick<LifecycleSpec, 'kind'>, id: number): Promise<void>;
  /** Waits for the current step and the record that is being migrated. */
  stop(): Promise<void>;
}
