/** Moves a machine through events without running anything: no timers, no actors, no effects. */
import {
  createActor,
  isMachineSnapshot,
  type AnyActor,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type ExecutableActionObject,
  type InspectedMicrostepEvent,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import type { MachineModel } from './models/model.ts';
import { effectText } from './effects.ts';
import { statePath, transitionId } from '../machines/domain/explain/machine-shape.ts';

/** The result of one event (or of the start). */
export interface Move {
  readonly snapshot: AnyMachineSnapshot;
  /** Paths of the states active at any moment of the move, including those left during it. */
  readonly visited: readonly string[];
  /** Ids of the declared transitions taken, in order: the event's own, then raised and eventless ones. */
  readonly transitions: readonly string[];
  /** Names of the effects that a running actor would execute, in order. */
  readonly effects: readonly string[];
  /** The last move, when this one stands for a refused event, which leaves the snapshot as it is. */
  readonly after?: Move;
}

interface Walker {
  start(): Move;
  move(from: AnyMachineSnapshot, event: AnyEventObject): Move;
}

export function createWalker(model: MachineModel): Walker {
  const { machine, input } = model;
  let microsteps: InspectedMicrostepEvent[] = [];
  let effects: ExecutableActionObject[] = [];
  const inspect = (event: InspectionEvent): void => {
    if (event.type === '@xstate.microstep') microsteps.push(event);
  };
  // Never started: it only provides its identity and its system for the scope below.
  const actor: AnyActor = createActor(machine, { input, inspect });
  const scope: AnyActorScope = {
    self: actor,
    id: actor.id,
    sessionId: actor.sessionId,
    system: actor.system,
    logger: () => {},
    defer: () => {},
    emit: () => {},
    stopChild: () => {},
    actionExecutor: (action) => {
      effects.push(action);
    },
  };
  const record = (take: () => AnyMachineSnapshot): Move => {
    microsteps = [];
    effects = [];
    const snapshot = withoutError(take(), model.name);
    return {
      snapshot,
      visited: [
        ...new Set([...microsteps.map((step) => step.snapshot), snapshot].flatMap(activeStates)),
      ],
      transitions: microsteps.flatMap((step) => step._transitions.map(transitionId)),
      effects: effects.map(effectText),
    };
  };
  return {
    start: () => record(() => machine.getInitialSnapshot(scope, input)),
    move: (from, event) => record(() => machine.transition(from, event, scope)),
  };
}

function activeStates(snapshot: Snapshot<unknown>): string[] {
  return isMachineSnapshot(snapshot) ? snapshot._nodes.map(statePath) : [];
}

function withoutError(snapshot: AnyMachineSnapshot, name: string): AnyMachineSnapshot {
  if (snapshot.status === 'error')
    throw new Error(`the machine "${name}" failed while it was walked`, { cause: snapshot.error });
  return snapshot;
}
