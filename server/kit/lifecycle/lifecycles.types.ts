/**
 * The runner of domain machines (`machines/domain`), shared by all lifecycles: one row a record, one
 * row an event, timers as data. Callers hold the transaction, map effects to ledger movements and
 * news, and keep the columns of their own table in step with the snapshot.
 */
import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../db/database.ts';
import type { LifecycleRow } from './lifecycles.repo.ts';
import type { Outage } from './server-beats.ts';

/** What the runner must know of a kind of record. */
export interface LifecycleSpec<M extends AnyStateMachine = AnyStateMachine> {
  /** Stable name, e.g. `withdrawal`; never renamed. */
  readonly kind: string;
  readonly machine: M;
  /** Rises when a state or the context changes shape; `migrations[v]` leads from v to v + 1. */
  readonly version: number;
  readonly migrations: Readonly<Record<number, (snapshot: unknown) => unknown>>;
  /** Names of delays in which somebody has to act: what the server was down is added to them (DESIGN 7). */
  readonly delaysExtendedByOutage?: readonly string[];
}

/** A named action of the machine that the caller must carry out, in the order of the machine. */
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

/** What else is written with a step. */
export interface Alongside<M extends AnyStateMachine> {
  /**
   * Called when the statement of the step is on its way, so that what it asks for goes in the same
   * round trip. It may run for a step that is refused in the end: the caller then takes the
   * transaction back.
   */
  readonly alongside?: ((step: LifecycleStep<M>) => Promise<unknown>) | undefined;
}

/** refused: the present state does not allow the event; nothing changed. unknown: no such record. */
export type LifecycleAnswer<M extends AnyStateMachine> =
  | { readonly kind: 'done'; readonly step: LifecycleStep<M> }
  | { readonly kind: 'refused'; readonly state: LifecycleState<M> }
  | { readonly kind: 'unknown' };

/** A record that begins. */
export interface NewRecord<M extends AnyStateMachine> extends Alongside<M> {
  readonly id: number;
  readonly input: InputFrom<M>;
  readonly now: EpochMs;
}

/** An event for a record as it was read. */
export interface SeenRecord<M extends AnyStateMachine> extends Alongside<M> {
  readonly seen: LifecycleRow;
  readonly event: EventFromLogic<M>;
  readonly now: EpochMs;
}

/** To be done once the transaction is committed; nobody waits for it where a delay was the cause. */
export type AfterCommit = () => unknown;

/** What is done when a delay has passed. */
export interface TimerReaction<M extends AnyStateMachine> {
  /** Carries out the effects, in the transaction of the step. @returns what is left for after the commit. */
  onStep(
    tx: Transaction,
    id: number,
    step: LifecycleStep<M>,
    now: EpochMs,
  ): Promise<AfterCommit | void>;
  /** A newer machine took the record over: keeps what shows its revision in step. */
  onMigrated?(tx: Transaction, id: number, revision: number): Promise<void>;
  /** Delays of these records end so much later: keeps what shows their ends in step. */
  onExtended?(tx: Transaction, ids: readonly number[], byMs: number): Promise<void>;
  /**
   * Asked of a delay that is due, with its record locked: how much longer it runs, from `now`, because
   * what its end leads to must wait. Null where it ends. Of a delay that runs on, {@link onExtended} is called.
   */
  heldBackMs?(tx: Transaction, id: number, delayName: string, now: EpochMs): Promise<number | null>;
  /** Tells others that a delay was held back, after the commit. */
  afterHeldBack?(id: number): unknown;
}

export interface Lifecycles {
  /** Begins the life of record `id`. @throws AssertionError when it has one already. */
  start<M extends AnyStateMachine>(
    tx: Transaction,
    spec: LifecycleSpec<M>,
    record: NewRecord<M>,
  ): Promise<LifecycleStep<M>>;
  /**
   * Locks the record, gives it the event and stores snapshot, log row and timers.
   * @throws AssertionError for an event whose type begins with `xstate.`: timers alone send those.
   */
  send<M extends AnyStateMachine>(
    tx: Transaction,
    spec: LifecycleSpec<M>,
    record: { readonly id: number; readonly event: EventFromLogic<M>; readonly now: EpochMs },
  ): Promise<LifecycleAnswer<M>>;
  /**
   * As {@link send}, with the record as it was read without a lock: one round trip less. Refused, too,
   * where it has had a step since; what was refused is for the caller to take back.
   */
  sendSeen<M extends AnyStateMachine>(
    tx: Transaction,
    spec: LifecycleSpec<M>,
    record: SeenRecord<M>,
  ): Promise<LifecycleAnswer<M>>;
  /** Without a lock. */
  read<M extends AnyStateMachine>(
    database: Executor,
    spec: LifecycleSpec<M>,
    id: number,
  ): Promise<LifecycleState<M> | undefined>;
  /** Register before {@link startTimers}. A step whose reaction throws is taken back, and tried again later. */
  onTimer<M extends AnyStateMachine>(spec: LifecycleSpec<M>, reaction: TimerReaction<M>): void;
  /**
   * Lengthens the delays that an outage extends and that ran when it began, by its length. After all
   * of {@link onTimer}, before {@link startTimers}.
   */
  makeUpFor(tx: Transaction, outage: Outage): Promise<void>;
  /**
   * Fires what is due, now and from now on; deadlines that passed while the server was down too. Has
   * records of older machines taken over: those with delays before, others little by little afterwards.
   */
  startTimers(): void;
  /** Fulfilled when everything that is due now was tried; for a clock that was moved. */
  fireDue(): Promise<void>;
  /** Waits for the step under way, and for the record that is being taken over. */
  stop(): Promise<void>;
}
