/** Which of the declared transitions an event takes, by the ids of `machine-shape.ts`. */
import {
  getInitialMicrosteps,
  getMicrosteps,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate';
import { transitionId } from './machine-shape.ts';

/** In the order in which they are taken, those without an event last; empty where it is refused. */
export function takenTransitions(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: EventObject,
): string[] {
  const chosen = machine.getTransitionData(snapshot as never, event);
  if (chosen.length === 0) return [];
  const reached = getMicrosteps(machine, snapshot as never, event).map(([after]) => after);
  return [...chosen.map(transitionId), ...eventless(reached)];
}

/** Transitions that a record takes by itself when its lifecycle begins. */
export const takenAtStart = (machine: AnyStateMachine, input: unknown): string[] =>
  eventless(getInitialMicrosteps(machine, input as never).map(([after]) => after));

/** Between states that follow on each other without an event. */
const eventless = (reached: readonly AnyMachineSnapshot[]): string[] =>
  reached.slice(1).flatMap((after, index) => {
    const before = reached[index]?._nodes ?? [];
    const taken = before
      .flatMap((node) => node.always ?? [])
      .find(({ target }) => target?.every((node) => after._nodes.includes(node)));
    return taken === undefined ? [] : [transitionId(taken)];
  });
