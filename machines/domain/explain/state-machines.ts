/**
 * `/state-machines.json`: the lifecycles for programs, as a table of state × event × role, made from the server's own
 * machines. A test plan that tries every cell is complete.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { LIFECYCLE_KINDS, type LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import { LIFECYCLES } from './lifecycles.ts';

/** The outcomes of a cell are tried in order; the first whose condition holds applies. */
interface Outcome {
  /** Name of the rule that must hold; null for always. */
  readonly if: string | null;
  readonly to: string;
  readonly does: readonly string[];
}

/** The whole document. */
export function buildStateMachines() {
  return { machines: LIFECYCLE_KINDS.map(describe) };
}

function describe(name: LifecycleKind) {
  const { machine, roles, events } = LIFECYCLES[name];
  const leaves = leavesOf(machine.root);
  return {
    name,
    version: machine.version ?? null,
    description: machine.root.description ?? null,
    roles,
    states: leaves.map((node) => ({
      state: pathOf(node),
      /** The value of `state` in the calls. */
      shown_as: shownAs(node),
      is_final: node.type === 'final',
      description: node.description ?? null,
    })),
    events: Object.entries(events).map(([event, { roles: allowed, description }]) => ({
      event,
      /** Roles that may send the event. */
      roles: allowed,
      description,
    })),
    /** All states, events and roles. An event without outcomes is rejected and changes nothing. */
    cells: leaves.flatMap((node) =>
      Object.entries(events).flatMap(([event, { roles: allowed }]) =>
        roles.map((role) => ({
          state: pathOf(node),
          event,
          role,
          outcomes: allowed.includes(role) ? outcomesOf(node, event) : [],
        })),
      ),
    ),
  };
}

function leavesOf(node: AnyStateNode): AnyStateNode[] {
  const children = Object.values(node.states);
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
}

/** Returns the candidates of the state itself, then those of its ancestors. */
function outcomesOf(node: AnyStateNode, event: string): Outcome[] {
  const own = (node.transitions.get(event) ?? []).map((transition) => outcomeOf(node, transition));
  return node.parent ? [...own, ...outcomesOf(node.parent, event)] : own;
}

function outcomeOf(
  node: AnyStateNode,
  { guard, target, actions }: AnyTransitionDefinition,
): Outcome {
  const around = target?.[0] ?? node;
  const entered = around === node ? [] : enteredFrom(around);
  const to = entered.at(-1) ?? node;
  return {
    if: guard === undefined ? null : nameOf(guard),
    to: pathOf(to),
    does: [...actions, ...entered.flatMap(({ config }) => listOf(config.entry))].map(nameOf),
  };
}

/** Returns the state and its initial descendants, down to the innermost. */
function enteredFrom(node: AnyStateNode): AnyStateNode[] {
  const first = node.type === 'compound' ? node.initial.target[0] : undefined;
  return first === undefined ? [node] : [node, ...enteredFrom(first)];
}

const pathOf = (node: AnyStateNode): string => node.path.join('.');

function shownAs({ meta }: AnyStateNode): unknown {
  return typeof meta === 'object' && meta !== null && 'state' in meta ? meta.state : null;
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : [value].flat();
}

function nameOf(reference: unknown): string {
  if (typeof reference === 'object' && reference !== null && 'type' in reference)
    return String(reference.type);
  return String(reference);
}
