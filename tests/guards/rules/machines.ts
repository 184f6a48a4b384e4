/** Machines are named and described throughout, so that documents, tests and servers can read them. */
import {
  declaredStates,
  INLINE,
  type DeclaredTransition,
} from '../../../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from '../../../qa/models/model.ts';

/** Faults of one machine, each beginning with where it is. */
export function checkMachine({ name, machine }: MachineModel): string[] {
  return declaredStates(machine)
    .flatMap((state) => [
      ...complain(state.description === null, `${state.path}: give the state a description`),
      ...complain(!isCamelCase(state.path), `${state.path}: states are camelCase nouns`),
      ...[...state.entry, ...state.exit].flatMap((action) =>
        complain(action.startsWith(INLINE), `${state.path}: name the ${action} action in setup()`),
      ),
      ...state.invokes.flatMap(({ id }) =>
        complain(
          /^\d|\./.test(id),
          `${state.path}: give the invoke an id of its own, the test model needs it`,
        ),
      ),
      ...state.transitions.flatMap((transition) => checkTransition(transition)),
    ])
    .map((fault) => `${name}: ${fault}`);
}

function checkTransition(transition: DeclaredTransition): string[] {
  const { id, trigger, guard, actions, description } = transition;
  return [
    ...complain(description === null, `${id}: give the transition a description`),
    ...complain(guard?.startsWith(INLINE) ?? false, `${id}: name the guard in setup()`),
    ...actions.flatMap((action) =>
      complain(action.startsWith(INLINE), `${id}: name the ${action} action in setup()`),
    ),
    ...complain(
      trigger.kind === 'event' && !/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(trigger.name),
      `${id}: events are noun.verb`,
    ),
    ...complain(
      trigger.kind === 'after' && !/^[a-z][a-zA-Z]*$/.test(trigger.name),
      `${id}: name the delay in setup()`,
    ),
  ];
}

function complain(isFault: boolean, message: string): string[] {
  return isFault ? [message] : [];
}

function isCamelCase(path: string): boolean {
  return path.split('.').every((part) => /^[a-z][a-zA-Z]*$/.test(part));
}
