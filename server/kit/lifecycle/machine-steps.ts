/** One step of a domain machine as data: the new state, its effects, and the delays that start and end. */
import { createActor } from 'xstate';
import type {
  AnyActorScope,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { assert } from '../../../contract/assert.ts';
import { afterIdOf, type AfterId } from './after-ids.ts';
import type { LifecycleEffect } from './lifecycles.types.ts';

/** A delay of a state that starts (`delayMs` from now) or ends early (null). */
export interface TimerChange extends AfterId {
  readonly delayMs: number | null;
}

export interface MachineStep<M extends AnyStateMachine> {
  readonly snapshot: SnapshotFrom<M>;
  /** Effects in the order of the machine. */
  readonly effects: readonly LifecycleEffect[];
  /** Final change of each delay, at most one per delay. */
  readonly timers: readonly TimerChange[];
}

interface Action {
  readonly type: string;
  readonly params?: unknown;
}

/**
 * Returns the first step. @throws errors of the machine's context factory, which xstate alone would
 * swallow.
 */
export function beginLife<M extends AnyStateMachine>(
  machine: M,
  input: InputFrom<M>,
): MachineStep<M> {
  return stepOf((scope) => machine.getInitialSnapshot(scope, input) as SnapshotFrom<M>, machine);
}

/**
 * Returns the step that the event leads to, or null if the present state refuses it.
 * @throws errors of the machine's actions and guards.
 */
export function takeEvent<M extends AnyStateMachine>(
  machine: M,
  snapshot: SnapshotFrom<M>,
  event: EventFromLogic<M>,
): MachineStep<M> | null {
  const present = snapshot as AnyMachineSnapshot;
  if (present.status !== 'active' || !present.can(event)) return null;
  return stepOf((scope) => machine.transition(present, event, scope) as SnapshotFrom<M>, machine);
}

function stepOf<M extends AnyStateMachine>(
  run: (scope: AnyActorScope) => SnapshotFrom<M>,
  machine: M,
): MachineStep<M> {
  const actions: Action[] = [];
  const snapshot = run({
    ...scopeOf(machine),
    actionExecutor: (action) => void actions.push(action),
  });
  const { status, error } = snapshot as AnyMachineSnapshot;
  if (status === 'error') throw error;
  const effects: LifecycleEffect[] = [];
  const timers = new Map<string, TimerChange>();
  for (const action of actions) {
    const change = timerChangeOf(action);
    if (change === undefined) effects.push({ type: action.type, params: action.params ?? null });
    else timers.set(`${change.stateId} ${change.delayName}`, change);
  }
  return { snapshot, effects, timers: [...timers.values()] };
}

const scopes = new WeakMap<AnyStateMachine, AnyActorScope>();

/**
 * Runs the machine without an actor. xstate's `transition` creates a new actor and its first
 * snapshot for every event, which takes two thirds of its time.
 */
function scopeOf(machine: AnyStateMachine): AnyActorScope {
  const known = scopes.get(machine);
  if (known !== undefined) return known;
  const self = createActor(machine);
  const scope: AnyActorScope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    emit: () => {},
    stopChild: () => {},
    actionExecutor: () => {},
  };
  scopes.set(machine, scope);
  return scope;
}

/** Undefined for an action that the machine defines itself. */
function timerChangeOf({ type, params }: Action): TimerChange | undefined {
  if (!type.startsWith('xstate.')) return undefined;
  const fields = params as { readonly id?: unknown; readonly sendId?: unknown; delay?: unknown };
  if (type === 'xstate.raise' && typeof fields.delay === 'number')
    return { ...afterIdOf(String(fields.id)), delayMs: fields.delay };
  assert(type === 'xstate.cancel', `${type} cannot be stored: machines of records have no actors`);
  return { ...afterIdOf(String(fields.sendId)), delayMs: null };
}
