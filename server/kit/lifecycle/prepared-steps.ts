/** Steps as data, for callers of `RecordSteps` that store them with other changes in one statement of their own. */
import type { AnyStateMachine, EventFromLogic, InputFrom } from 'xstate';
import { assert } from '../../../contract/assert.ts';
import type { LifecycleSpec, LifecycleState, LifecycleStep } from './lifecycles.types.ts';
import { startedEvent, type LoggedEvent } from './log-events.ts';
import { beginLife, takeEvent } from './machine-steps.ts';
import type { MachineStep } from './machine-steps.ts';
import type { StoredSnapshot } from './stored-snapshot.types.ts';
import { storedSnapshot } from './stored-snapshots.ts';

/** A step that neither starts nor ends a delay. */
export interface PreparedStep<M extends AnyStateMachine> {
  readonly kind: string;
  readonly machineVersion: number;
  readonly step: LifecycleStep<M>;
  /** Snapshot in the form of the stored row and log. */
  readonly snapshot: StoredSnapshot;
  readonly event: LoggedEvent;
}

/** Returns the first step of a record. @throws AssertionError when it starts a delay. */
export function prepareStart<M extends AnyStateMachine>(
  spec: LifecycleSpec<M>,
  input: InputFrom<M>,
): PreparedStep<M> {
  return prepared(spec, beginLife(spec.machine, input), 1, startedEvent(input));
}

/**
 * Returns the step that the event leads to from a state of the present machine; null if it is
 * refused.
 * @throws AssertionError when it starts or ends a delay.
 */
export function prepareNext<M extends AnyStateMachine>(
  spec: LifecycleSpec<M>,
  { snapshot, revision }: LifecycleState<M>,
  event: EventFromLogic<M>,
): PreparedStep<M> | null {
  const next = takeEvent(spec.machine, snapshot, event);
  return next && prepared(spec, next, revision + 1, event as LoggedEvent);
}

function prepared<M extends AnyStateMachine>(
  { kind, version: machineVersion }: LifecycleSpec<M>,
  { snapshot, effects, timers }: MachineStep<M>,
  revision: number,
  event: LoggedEvent,
): PreparedStep<M> {
  assert(timers.length === 0, `${kind}: a step with delays is stored by its lifecycle`);
  const step = { snapshot, effects, revision };
  return { kind, machineVersion, step, snapshot: storedSnapshot(snapshot), event };
}
