/** Runs domain machines over the database, see `lifecycles.types.ts`. */
import type { AnyStateMachine, EventFromLogic } from 'xstate';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Executor, Transaction } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { afterEventOf } from './after-ids.ts';
import {
  extendTimers,
  findDueTimersOf,
  findEvents,
  findLifecycle,
  lockIdleLifecycle,
  lockLifecycle,
  putOffTimer,
  takeDueTimer,
  type LifecycleRow,
  type LifecycleTimer,
} from './lifecycles.repo.ts';
import type {
  AfterCommit,
  LifecycleAnswer,
  Lifecycles,
  LifecycleSpec,
  LifecycleState,
  LifecycleStep,
  TimerReaction,
} from './lifecycles.types.ts';
import { delayPassedEvent } from './log-events.ts';
import { refuseEarlyEnd } from './logged-ends.ts';
import { OutdatedRecords, type Registration } from './outdated-records.ts';
import { sendToSeen, startRecord } from './record-storage.ts';
import type { Outage } from './server-beats.ts';
import { restoreSnapshot } from './stored-snapshots.ts';
import { takeStep } from './take-step.ts';
import type { WhenLocked } from './timer-lane.ts';
import { TimerLanes } from './timer-lanes.ts';

interface LifecyclesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Interval of the timer rounds, if it differs from the list of jobs. */
  readonly pollMs?: number;
  /** Called before timers fire: makes up for an outage, see {@link Lifecycles.makeUpFor}. */
  catchUp?(): Promise<void>;
}

export function createLifecycles(parts: LifecyclesParts): Lifecycles {
  return new DatabaseLifecycles(parts);
}

class DatabaseLifecycles implements Lifecycles {
  readonly #parts: LifecyclesParts;
  readonly #registered = new Map<string, Registration>();
  readonly #outdated: OutdatedRecords;
  readonly #lanes: TimerLanes;

  constructor(parts: LifecyclesParts) {
    this.#parts = parts;
    this.#outdated = new OutdatedRecords({
      ...parts,
      registrations: () => this.#registered.values(),
    });
    this.#lanes = new TimerLanes({
      ...parts,
      kinds: () => [...this.#registered.keys()],
      prepare: async () => {
        await this.#outdated.migrateTimed();
        this.#outdated.startRest();
      },
      catchUp: async () => parts.catchUp?.(),
      fire: (timer, now, whenLocked) => this.#fire(timer, now, whenLocked),
    });
  }

  start<M extends AnyStateMachine>(
    ...record: Parameters<typeof startRecord<M>>
  ): Promise<LifecycleStep<M>> {
    return startRecord(...record);
  }

  async send<M extends AnyStateMachine>(
    tx: Transaction,
    spec: LifecycleSpec<M>,
    {
      id,
      event,
      now,
    }: { readonly id: number; readonly event: EventFromLogic<M>; readonly now: EpochMs },
  ): Promise<LifecycleAnswer<M>> {
    const row = await lockLifecycle(tx, spec.kind, id);
    return row === undefined
      ? { kind: 'unknown' }
      : this.sendSeen(tx, spec, { seen: row, event, now });
  }

  sendSeen<M extends AnyStateMachine>(
    ...record: Parameters<typeof sendToSeen<M>>
  ): Promise<LifecycleAnswer<M>> {
    return sendToSeen(...record);
  }

  async read<M extends AnyStateMachine>(
    database: Executor,
    spec: LifecycleSpec<M>,
    id: number,
  ): Promise<LifecycleState<M> | undefined> {
    const row = await findLifecycle(database, spec.kind, id);
    return row && { snapshot: restoreSnapshot(spec, row), revision: row.revision };
  }

  onTimer<M extends AnyStateMachine>(spec: LifecycleSpec<M>, reaction: TimerReaction<M>): void {
    this.#registered.set(spec.kind, { spec, reaction } as unknown as Registration);
  }

  async makeUpFor(tx: Transaction, { fromMs, lengthMs: byMs }: Outage): Promise<void> {
    for (const { spec, reaction } of this.#registered.values()) {
      const { kind, delaysExtendedByOutage: delayNames = [] } = spec;
      const ids = await extendTimers(tx, { kind, delayNames, runningAt: fromMs, byMs });
      if (ids.length === 0) continue;
      await reaction.onExtended?.(tx, ids, byMs);
      this.#parts.log.info({ kind, byMs, records: ids.length }, 'windows extended by an outage');
    }
  }

  startTimers(): void {
    this.#lanes.start();
  }

  fireDue(): Promise<void> {
    return this.#lanes.runNow();
  }

  fireDueOf({ kind }: Pick<LifecycleSpec, 'kind'>, id: number): Promise<void> {
    return this.#lanes.fireRecord(kind, id);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#outdated.stop(), this.#lanes.stop()]);
  }

  /**
   * Locks the record before its timer, as `send` does, because the reverse order would deadlock.
   */
  async #fire(timer: LifecycleTimer, now: EpochMs, whenLocked: WhenLocked): Promise<void> {
    const registration = this.#registered.get(timer.kind);
    if (registration === undefined) return;
    const { spec, reaction } = registration;
    const afterCommit = await transaction(this.#parts.database, async (tx) => {
      const lock = whenLocked === 'wait' ? lockLifecycle : lockIdleLifecycle;
      const row = await lock(tx, timer.kind, timer.id);
      if (row === undefined) return undefined;
      if (!(await isDueByLog(tx, spec, row, { timer, now }))) return undefined;
      const heldBackMs = (await reaction.heldBackMs?.(tx, timer.id, timer.delayName, now)) ?? null;
      if (heldBackMs !== null) return holdBack(tx, reaction, timer, now + heldBackMs);
      if (!(await takeDueTimer(tx, timer, now))) return undefined;
      const happening = { event: afterEventOf(timer), logged: delayPassedEvent(timer), now };
      const answer = await takeStep(tx, spec, row, happening);
      return answer.kind === 'done' ? reaction.onStep(tx, timer.id, answer.step, now) : undefined;
    });
    if (typeof afterCommit === 'function') this.#doLater(timer, afterCommit);
  }

  /** The step is committed, so readers catch up later on anything that fails here. */
  #doLater({ kind, id }: LifecycleTimer, act: AfterCommit): void {
    const run = async () => {
      await act();
    };
    run().catch((error: unknown) =>
      this.#parts.log.error({ err: error, kind, id }, 'work after the end of a delay failed'),
    );
  }
}

/**
 * Returns false for a timer that has ended or started again since it was read. Runs before a release is held back, because
 * that would move a changed timer to a plausible time. @throws as {@link refuseEarlyEnd}.
 */
async function isDueByLog(
  tx: Transaction,
  spec: LifecycleSpec,
  row: LifecycleRow,
  { timer, now }: { readonly timer: LifecycleTimer; readonly now: EpochMs },
): Promise<boolean> {
  const { kind, id } = timer;
  const [due, events] = await Promise.all([
    findDueTimersOf(tx, kind, id, now),
    findEvents(tx, kind, id),
  ]);
  const isSame = ({ stateId, delayName }: LifecycleTimer) =>
    stateId === timer.stateId && delayName === timer.delayName;
  if (!due.some(isSame)) return false;
  refuseEarlyEnd(spec, { row, events, timer, now });
  return true;
}

async function holdBack(
  tx: Transaction,
  reaction: TimerReaction<AnyStateMachine>,
  timer: LifecycleTimer,
  untilMs: EpochMs,
): Promise<AfterCommit | undefined> {
  const byMs = untilMs - timer.dueAtMs;
  if (!(await putOffTimer(tx, timer, byMs))) return undefined;
  await reaction.onExtended?.(tx, [timer.id], byMs);
  return () => reaction.afterHeldBack?.(timer.id);
}
