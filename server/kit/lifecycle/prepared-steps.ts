/** Steps as data, for callers who store them themselves: with what else happens, in one statement of their own. */
import type { AnyStateMachine, EventFromLogic, InputFrom } from 'xstate';
import { assert } from '../../../contract/assert.ts';
import type { LifecycleSpec, LifecycleState, LifecycleStep } from './lifecycles.types.ts';
import { startedEvent, type LoggedEvent } from './log-events.ts';
import { beginLife, takeEvent } from './machine-steps.ts';
import type { MachineStep } from './machine-steps.ts';
import type { StoredSnapshot } from './stored-snapshot.types.ts';
import { storedSnapshot } from './stored-snapshots.ts';

/** A step that neither begins nor ends a delay. */
export interface PreparedStep<M extends AnyStateMachine> {
  readonly kind: string;
  readonly machineVersion: number;
  readonly step: LifecycleStep<M>;
  /** As row and log keep them. */
  readonly snapshot: StoredSnapshot;
  readonly event: LoggedEvent;
}

/** The first step of a record. @throws AssertionError where it begins a delay. */
export function prepareStart<M extends AnyStateMachine>(
  spec: LifecycleSpec<M>,
  input: InputFrom<M>,
): PreparedStep<M> {
  return prepared(spec, beginLife(spec.machine, input), 1, startedEvent(input));
}

/**
 * The step that the event leads to from a state of the present machine; null where it is refused.
 * @throws AssertionError where it begins or ends a delay.
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
