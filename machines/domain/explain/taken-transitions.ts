/** Finds the declared transitions that an event takes, by the ids of `machine-shape.ts`. */
import {
  getInitialMicrosteps,
  getMicrosteps,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate';
import { transitionId } from './machine-shape.ts';

/**
 * Returns transitions in the order in which they are taken, eventless ones last; empty if the event
 * is refused.
 */
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

/** Returns the eventless transitions at the start of a record's lifecycle. */
export const takenAtStart = (machine: AnyStateMachine, input: unknown): string[] =>
  eventless(getInitialMicrosteps(machine, input as never).map(([after]) => after));

/** Transitions between states that follow each other without an event. */
const eventless = (reached: readonly AnyMachineSnapshot[]): string[] =>
  reached.slice(1).flatMap((after, index) => {
    const before = reached[index]?._nodes ?? [];
    const taken = before
      .flatMap((node) => node.always ?? [])
      .find(({ target }) => target?.every((node) => after._nodes.includes(node)));
    return taken === undefined ? [] : [transitionId(taken)];
  });
