/** Creates a copy of a machine with a changed definition. */
import { StateMachine, type AnyStateMachine } from 'xstate';

/** A node of a definition: `on`, `after`, `states`, `entry` and so on. */
export type Definition = Record<string, unknown>;

/** Returns the machine with `change` applied to its definition. */
export function changedMachine(
  machine: AnyStateMachine,
  change: (definition: Definition) => void,
): AnyStateMachine {
  const definition = copy(machine.config as Definition);
  change(definition);
  return new StateMachine(definition as never, machine.implementations as never) as AnyStateMachine;
}

/** Returns the node of a state: `confirming.inTime`. @throws Error when there is none. */
export function stateIn(definition: Definition, path: string): Definition {
  return path.split('.').reduce((node, name) => {
    const child = (node['states'] as Definition | undefined)?.[name];
    if (child === undefined) throw new Error(`the definition has no state ${path}`);
    return child as Definition;
  }, definition);
}

/** A deep copy that keeps functions as they are. */
function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)])) as T;
}
