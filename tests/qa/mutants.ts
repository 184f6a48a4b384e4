/**
 * Copies of a machine with one fault each, to check that generated paths notice a system that differs from
 * its model.
 */
import type { AnyStateMachine } from 'xstate';
import { declaredStates, type DeclaredState } from '../../machines/domain/explain/machine-shape.ts';
import { changedMachine } from '../../qa/mutants/changed-machine.ts';

export interface Mutant {
  /** `editing.on.form.submit[1]: retargeted to done`. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** Path of the changed state, or of the one that the changed transition leaves. */
  readonly state: string;
  /** Id of the changed transition in the models' spelling; null for a changed state. */
  readonly transition: string | null;
}

type Config = Record<string, unknown>;
type Edit = (transitions: Config[], index: number) => void;

/** Every transition removed, retargeted, unguarded and stripped of its actions; every entry dropped. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const states = declaredStates(machine).filter(({ type }) => type !== 'history');
  return states.flatMap((state) => [
    ...entryMutants(machine, state),
    ...places(machine, state).flatMap((place) => transitionMutants(machine, place, states)),
  ]);
}

/** The place in the config with the candidates of one trigger. */
interface Place {
  readonly state: DeclaredState;
  /** `['on', 'form.submit']`, `['after', 'retryDelay']`, `['always']`, `['invoke', 'onDone']`. */
  readonly path: readonly string[];
}

function places(machine: AnyStateMachine, state: DeclaredState): Place[] {
  const config = configOf(machine.config as Config, state);
  const keyed = ['on', 'after'].flatMap((kind) =>
    Object.keys((config[kind] ?? {}) as Config).map((key) => [kind, key]),
  );
  const invoke = (config['invoke'] ?? {}) as Config;
  const answers = ['onDone', 'onError']
    .filter((key) => key in invoke)
    .map((key) => ['invoke', key]);
  const plain = ['always', 'onDone'].filter((key) => key in config).map((key) => [key]);
  return [...keyed, ...answers, ...plain].map((path) => ({ state, path }));
}

function transitionMutants(
  machine: AnyStateMachine,
  place: Place,
  states: readonly DeclaredState[],
): Mutant[] {
  const at = `${place.state.path}.${place.path.join('.')}`;
  const candidates = candidatesAt(configOf(machine.config as Config, place.state), place.path);
  return candidates.flatMap((transition, index) => {
    const mutant = (what: string, edit: Edit): Mutant => ({
      name: `${at}[${index}]: ${what}`,
      machine: edited(machine, place, (list) => edit(list, index)),
      state: place.state.path,
      transition: idOf(machine, place, index, candidates.length),
    });
    // A state that is left immediately behaves like its target.
    const targets = states.filter(
      ({ path, parent, transitions }) =>
        parent === place.state.parent &&
        path !== place.state.path &&
        path !== nameOf(transition, place) &&
        transitions.every(({ trigger }) => trigger.kind !== 'always'),
    );
    return [
      mutant('removed', (list, i) => void list.splice(i, 1)),
      ...targets.map(({ path }) =>
        mutant(`retargeted to ${path}`, (list, i) => {
          list[i] = { ...list[i], target: `#${machine.id}.${path}` };
        }),
      ),
      ...['guard', 'actions']
        .filter((key) => key in transition)
        .map((key) =>
          mutant(`without ${key}`, (list, i) => {
            const { [key]: _dropped, ...rest } = list[i] ?? {};
            list[i] = rest;
          }),
        ),
    ];
  });
}

/** Name of the transition, see `declaredTransitions`. */
function idOf(
  machine: AnyStateMachine,
  { state, path }: Place,
  index: number,
  candidates: number,
): string {
  const [kind = '', key = ''] = path;
  const trigger =
    kind === 'on'
      ? key
      : kind === 'invoke'
        ? `${actorOf(machine, state)} ${key === 'onDone' ? 'done' : 'failed'}`
        : path.join(' ');
  return `${state.path} > ${trigger}${candidates === 1 ? '' : ` #${index + 1}`}`;
}

function actorOf(machine: AnyStateMachine, state: DeclaredState): string {
  const { id } = configOf(machine.config as Config, state)['invoke'] as Config;
  return String(id);
}

/** Path of the sibling that a plain target names. */
function nameOf({ target }: Config, { state }: Place): string | null {
  if (typeof target !== 'string') return null;
  const prefix = state.path.includes('.') ? `${state.path.split('.').slice(0, -1).join('.')}.` : '';
  return target.startsWith('#') ? target.split('.').slice(1).join('.') : `${prefix}${target}`;
}

function entryMutants(machine: AnyStateMachine, state: DeclaredState): Mutant[] {
  if (state.entry.length === 0) return [];
  const changed = changedMachine(machine, (config) => {
    delete configOf(config, state)['entry'];
  });
  const name = `${state.path}: without entry`;
  return [{ name, machine: changed, state: state.path, transition: null }];
}

function edited(machine: AnyStateMachine, place: Place, edit: (list: Config[]) => void) {
  return changedMachine(machine, (config) => {
    const holder = place.path
      .slice(0, -1)
      .reduce((found, key) => found[key] as Config, configOf(config, place.state));
    const list = candidatesAt(configOf(config, place.state), place.path);
    edit(list);
    holder[place.path.at(-1) ?? ''] = list;
  });
}

function candidatesAt(config: Config, path: readonly string[]): Config[] {
  const found: unknown = path.reduce<unknown>((value, key) => (value as Config)[key], config);
  return [found].flat().map((one) => (typeof one === 'string' ? { target: one } : (one as Config)));
}

function configOf(config: Config, { path, parent }: DeclaredState): Config {
  if (parent === null) return config;
  return path
    .split('.')
    .reduce((found, key) => ((found['states'] as Config)[key] ?? {}) as Config, config);
}
