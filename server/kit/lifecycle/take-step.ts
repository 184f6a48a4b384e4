/** Applies one event to one locked record, and stores the new row, log and timers. */
import type { AnyStateMachine, EventFromLogic } from 'xstate';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../db/database.ts';
import { expectedTimers, type AfterId } from './after-ids.ts';
import { findTimers, updateStep, type Deadline, type LifecycleRow } from './lifecycles.repo.ts';
import type { Alongside, LifecycleAnswer, LifecycleSpec } from './lifecycles.types.ts';
import { migratedEvent, type LoggedEvent } from './log-events.ts';
import { takeEvent, type TimerChange } from './machine-steps.ts';
import { restoreSnapshot, storedSnapshot } from './stored-snapshots.ts';

interface Happening<M extends AnyStateMachine> extends Alongside<M> {
  readonly event: EventFromLogic<M>;
  /** The event in its logged form. */
  readonly logged: LoggedEvent;
  readonly now: EpochMs;
}

/**
 * Applies the event to the record, and stores the result. Refused as well when the record was not
 * locked when it was read and has had a step since; the caller must then roll back the transaction.
 */
export async function takeStep<M extends AnyStateMachine>(
  tx: Transaction,
  spec: LifecycleSpec<M>,
  row: LifecycleRow,
  { event, logged, now, alongside }: Happening<M>,
): Promise<LifecycleAnswer<M>> {
  const present = restoreSnapshot(spec, row);
  const step = takeEvent(spec.machine, present, event);
  if (step === null)
    return { kind: 'refused', state: { snapshot: present, revision: row.revision } };
  const migrated = await migrateRow(tx, spec, row, now);
  const revision = migrated.revision + 1;
  const taken = { snapshot: step.snapshot, effects: step.effects, revision };
  const [isStored] = await Promise.all([
    updateStep(tx, {
      kind: row.kind,
      id: row.id,
      machineVersion: spec.version,
      revision,
      snapshot: storedSnapshot(step.snapshot),
      events: [logged],
      deadlines: deadlinesOf(step.timers, now),
      now,
    }),
    alongside?.(taken),
  ]);
  if (!isStored) return { kind: 'refused', state: { snapshot: present, revision: row.revision } };
  return { kind: 'done', step: taken };
}

/**
 * Migrates a row of an older machine to the present machine; the transaction has locked it. Running
 * delays keep their ends, and delays that the older machine did not have start now.
 */
export async function migrateRow(
  tx: Transaction,
  spec: LifecycleSpec,
  row: LifecycleRow,
  now: EpochMs,
): Promise<LifecycleRow> {
  if (row.machineVersion === spec.version) return row;
  const present = restoreSnapshot(spec, row);
  const snapshot = storedSnapshot(present);
  const running = await findTimers(tx, row.kind, row.id);
  const expected = expectedTimers(spec.machine, present);
  const isAmong = (
    timers: readonly { stateId: string; delayName: string }[],
    timer: { readonly stateId: string; readonly delayName: string },
  ) =>
    timers.some(
      ({ stateId, delayName }) => stateId === timer.stateId && delayName === timer.delayName,
    );
  const endOf = ({ stateId, delayName }: AfterId, dueAtMs: EpochMs) => ({
    stateId,
    delayName,
    dueAtMs,
  });
  const begun = expected
    .filter((timer) => !isAmong(running, timer))
    .map((timer) => endOf(timer, now + timer.delayMs));
  const kept = running.filter((timer) => isAmong(expected, timer));
  const ended = running.filter((timer) => !isAmong(expected, timer));
  const deadlines = [
    ...ended.map(({ stateId, delayName }) => ({ stateId, delayName, dueAtMs: null })),
    ...begun,
  ];
  const ends = [...kept.map((timer) => endOf(timer, timer.dueAtMs)), ...begun];
  const revision = row.revision + 1;
  await updateStep(tx, {
    kind: row.kind,
    id: row.id,
    machineVersion: spec.version,
    revision,
    snapshot,
    events: [migratedEvent(row.machineVersion, spec.version, snapshot, ends)],
    deadlines,
    now,
  });
  return { ...row, machineVersion: spec.version, revision, snapshot, updatedAtMs: now };
}

/** Returns the ends of the delays that start `now`. */
export const deadlinesOf = (timers: readonly TimerChange[], now: EpochMs): Deadline[] =>
  timers.map(({ stateId, delayName, delayMs }) => ({
    stateId,
    delayName,
    dueAtMs: delayMs === null ? null : now + delayMs,
  }));
