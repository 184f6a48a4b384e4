/** Names of states as one text: `confirming.inTime.paid`. Machines of records have no parallel states. */
import type { AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';

/** Returns the path of the innermost state of a value. */
export function statePathOf(value: StateValue): string {
  if (typeof value === 'string') return value;
  const [entry] = Object.entries(value);
  if (entry === undefined) return '';
  const [outer, inner] = entry;
  return inner === undefined ? outer : `${outer}.${statePathOf(inner)}`;
}

/** Returns the value of a path. */
export function stateValueOf(path: string): StateValue {
  const [outer = '', ...inner] = path.split('.');
  return inner.length === 0 ? outer : { [outer]: stateValueOf(inner.join('.')) };
}

/** Returns the path of the state and of all its ancestors, the outermost first. */
export function pathsAround(path: string): string[] {
  const parts = path.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

/**
 * Returns the snapshot of a record in this state. @throws Error for a state that the machine does
 * not have
 */
export function snapshotAt(
  machine: AnyStateMachine,
  path: string,
  context: Readonly<Record<string, unknown>>,
): AnyMachineSnapshot {
  return machine.resolveState({ value: stateValueOf(path), context } as never);
}
