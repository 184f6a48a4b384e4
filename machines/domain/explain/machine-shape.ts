/** Reads a machine's declaration (states, transitions, names) into plain data for reports and documents. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The trigger of a transition. `name` is the event type, delay or actor; empty for `always`. */
interface Trigger {
  readonly kind: 'event' | 'after' | 'always' | 'actorDone' | 'actorFailed' | 'stateDone';
  readonly name: string;
}

export interface DeclaredTransition {
  /** Unique and readable: `active.open > after heartbeat`, with `#2` for the second candidate. */
  readonly id: string;
  /** Dotted path of the state that declares it; the machine's id for the root. */
  readonly source: string;
  readonly trigger: Trigger;
  /** Dotted paths of the target states; empty when the state stays. */
  readonly targets: readonly string[];
  readonly guard: string | null;
  readonly actions: readonly string[];
  readonly reenters: boolean;
  readonly description: string | null;
}

export interface DeclaredState {
  /** Dotted path; the machine's id for the root. */
  readonly path: string;
  readonly parent: string | null;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Path of the child that is entered first, for compound states. */
  readonly initial: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** Actors that run while the state is active. */
  readonly invokes: readonly { readonly id: string; readonly source: string }[];
  readonly transitions: readonly DeclaredTransition[];
}

/**
 * Prefix of the name given to a guard or action that is defined in place instead of being named.
 */
export const INLINE = 'inline';

/** Every state of the machine in document order, the root first. */
export function declaredStates(machine: AnyStateMachine): DeclaredState[] {
  const states: DeclaredState[] = [];
  const visit = (node: AnyStateNode): void => {
    states.push(describeState(node));
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return states;
}

/** Every declared transition, eventless ones included, in document order. */
export function declaredTransitions(machine: AnyStateMachine): DeclaredTransition[] {
  return declaredStates(machine).flatMap((state) => state.transitions);
}

/** Id of a transition that xstate reports as taken, the same as in {@link declaredTransitions}. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const { source } = transition;
  const siblings = candidates(source).find((list) => list.includes(transition)) ?? [transition];
  return identify(source, transition, siblings);
}

/** Dotted path of a state node; the machine's id for the root. */
export function statePath(node: AnyStateNode): string {
  return node.path.length === 0 ? node.id : node.path.join('.');
}

/** `after retryDelay`, `refresh done`, `user.signOut`, `always`. */
export function triggerText({ kind, name }: Trigger): string {
  switch (kind) {
    case 'event':
      return name;
    case 'after':
      return `after ${name}`;
    case 'always':
      return 'always';
    case 'actorDone':
      return `${name} done`;
    case 'actorFailed':
      return `${name} failed`;
    case 'stateDone':
      return 'all steps done';
  }
}

/** Parses xstate's internal event types; all other types are events of the machine's own. */
export function triggerOf(eventType: string): Trigger {
  const after = /^xstate\.after\.([^.]+)\./.exec(eventType);
  if (after) return { kind: 'after', name: after[1] ?? '' };
  const actor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType);
  if (actor)
    return { kind: actor[1] === 'done' ? 'actorDone' : 'actorFailed', name: actor[2] ?? '' };
  if (eventType.startsWith('xstate.done.state.')) return { kind: 'stateDone', name: '' };
  if (eventType === '') return { kind: 'always', name: '' };
  return { kind: 'event', name: eventType };
}

function describeState(node: AnyStateNode): DeclaredState {
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined;
  return {
    path: statePath(node),
    parent: node.parent ? statePath(node.parent) : null,
    type: node.type,
    initial: initial ? statePath(initial) : null,
    description: node.description ?? null,
    tags: node.tags,
    // Read from the config, because xstate adds the start of delays to `node.entry` and
    // `node.exit`.
    entry: listOf(node.config.entry).map(nameOf),
    exit: listOf(node.config.exit).map(nameOf),
    invokes: node.invoke.map(({ id, src }) => ({ id, source: nameOf(src) })),
    transitions: candidates(node).flatMap((list) =>
      list.map((transition) => describeTransition(node, transition, list)),
    ),
  };
}

function describeTransition(
  node: AnyStateNode,
  transition: AnyTransitionDefinition,
  siblings: readonly AnyTransitionDefinition[],
): DeclaredTransition {
  return {
    id: identify(node, transition, siblings),
    source: statePath(node),
    trigger: triggerOf(transition.eventType),
    targets: (transition.target ?? []).map(statePath),
    guard: transition.guard === undefined ? null : nameOf(transition.guard),
    actions: transition.actions.map(nameOf),
    reenters: transition.reenter,
    description: transition.description ?? null,
  };
}

/** Lists of transitions that compete for one trigger; the first match wins. */
function candidates(node: AnyStateNode): (readonly AnyTransitionDefinition[])[] {
  return [...node.transitions.values(), ...(node.always ? [node.always] : [])];
}

function identify(
  node: AnyStateNode,
  transition: AnyTransitionDefinition,
  siblings: readonly AnyTransitionDefinition[],
): string {
  const text = `${statePath(node)} > ${triggerText(triggerOf(transition.eventType))}`;
  return siblings.length === 1 ? text : `${text} #${siblings.indexOf(transition) + 1}`;
}

function listOf(actions: unknown): readonly unknown[] {
  if (actions === undefined) return [];
  return Array.isArray(actions) ? actions : [actions];
}

/** Name of an action, guard or actor reference, with its parameters if they are data. */
function nameOf(reference: unknown): string {
  if (typeof reference === 'string') return reference;
  if (typeof reference === 'function') {
    return 'type' in reference ? `${INLINE} ${String(reference.type)}` : INLINE;
  }
  if (typeof reference !== 'object' || reference === null || !('type' in reference)) return INLINE;
  const { type } = reference;
  const params = 'params' in reference ? reference.params : undefined;
  return `${String(type)}${paramsText(params)}`;
}

function paramsText(params: unknown): string {
  if (params === undefined) return '';
  if (typeof params === 'function') return '(…)';
  if (typeof params !== 'object' || params === null) return `(${String(params)})`;
  const fields = Object.entries(params).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `(${fields.join(', ')})`;
}
