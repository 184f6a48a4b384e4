/** A machine with a changed definition, next to the original. */
import { StateMachine, type AnyStateMachine } from 'xstate';

/** A node of a definition: `on`, `after`, `states`, `entry` and the like. */
export type Definition = Record<string, unknown>;

/** The machine as it would be had `change` been made to its definition. */
export function changedMachine(
  machine: AnyStateMachine,
  change: (definition: Definition) => void,
): AnyStateMachine {
  const definition = copy(machine.config as Definition);
  change(definition);
  return new StateMachine(definition as never, machine.implementations as never) as AnyStateMachine;
}

/** The node of a state: `confirming.inTime`. @throws Error when there is none. */
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
