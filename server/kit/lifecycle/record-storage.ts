/** Stores the first step of a record, and the step that an event leads to, in the caller's transaction. */
import type { AnyStateMachine, InputFrom } from 'xstate';
import { assert } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../db/database.ts';
import { insertStep, lockLifecycle } from './lifecycles.repo.ts';
import type {
  LifecycleAnswer,
  LifecycleSpec,
  LifecycleStep,
  NewRecord,
  SeenRecord,
} from './lifecycles.types.ts';
import { isReserved, startedEvent, type LoggedEvent } from './log-events.ts';
import { beginLife } from './machine-steps.ts';
import { storedSnapshot } from './stored-snapshots.ts';
import { deadlinesOf, takeStep } from './take-step.ts';

/** A new record whose row assigns its number. */
interface NewRow<M extends AnyStateMachine> {
  readonly input: InputFrom<M>;
  readonly now: EpochMs;
  /** Inserts the row. @returns its number. */
  insert(step: LifecycleStep<M>): Promise<number>;
}

/** Starts the lifecycle of record `id`. @throws AssertionError when it already has one. */
export async function startRecord<M extends AnyStateMachine>(
  tx: Transaction,
  spec: LifecycleSpec<M>,
  { id, input, now, alongside }: NewRecord<M>,
): Promise<LifecycleStep<M>> {
  const { step, stored } = firstStep(spec, input, now);
  const [isNew] = await Promise.all([insertStep(tx, { ...stored, id }), alongside?.(step)]);
  assert(isNew, `${spec.kind} ${id} has a life already`);
  return step;
}

/** Like {@link startRecord}, for a record whose row is inserted first. */
export async function beginRecord<M extends AnyStateMachine>(
  tx: Transaction,
  spec: LifecycleSpec<M>,
  { input, now, insert }: NewRow<M>,
): Promise<LifecycleStep<M>> {
  const { step, stored } = firstStep(spec, input, now);
  const id = await insert(step);
  const isNew = await insertStep(tx, { ...stored, id });
  assert(isNew, `${spec.kind} ${id} has a life already`);
  return step;
}

/**
 * Sends the event to a record that was read without a lock. Refused as well when the record has had
 * a step since; the caller must roll back after a refusal.
 * @throws AssertionError for an event whose type begins with `xstate.`, which only timers send.
 */
export async function sendToSeen<M extends AnyStateMachine>(
  tx: Transaction,
  spec: LifecycleSpec<M>,
  { seen, event, now, alongside }: SeenRecord<M>,
): Promise<LifecycleAnswer<M>> {
  const logged = event as LoggedEvent;
  assert(!isReserved(logged.type), `${logged.type} cannot be sent`);
  const isOutdated = seen.machineVersion !== spec.version;
  // The migration to the newer machine is a step of its own, so no other step may come between.
  if (isOutdated) await lockLifecycle(tx, spec.kind, seen.id);
  return takeStep(tx, spec, seen, { event, logged, now, alongside });
}

/** Returns the first step of a record, and its stored form without its number. */
function firstStep<M extends AnyStateMachine>(
  { kind, machine, version }: LifecycleSpec<M>,
  input: InputFrom<M>,
  now: EpochMs,
) {
  const { snapshot, effects, timers } = beginLife(machine, input);
  const step: LifecycleStep<M> = { snapshot, effects, revision: 1 };
  const stored = {
    kind,
    machineVersion: version,
    revision: step.revision,
    snapshot: storedSnapshot(snapshot),
    events: [startedEvent(input)],
    deadlines: deadlinesOf(timers, now),
    now,
  };
  return { step, stored };
}
