/**
 * `/state-machines.json`: the lifecycles for programs, as a table of state × event × role, made from
 * the machines that the server runs. A test plan that tries every cell is complete.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { EventTable } from '../../machines/domain/party.ts';
import { SPOT_ORDER_EVENTS, SPOT_ORDER_ROLES } from '../../machines/domain/spot-order.events.ts';
import { spotOrderMachine } from '../../machines/domain/spot-order.machine.ts';

interface Lifecycle {
  /** kebab-case. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly roles: readonly string[];
  readonly events: EventTable<string, string>;
}

const LIFECYCLES: readonly Lifecycle[] = [
  {
    name: 'spot-order',
    machine: spotOrderMachine,
    roles: SPOT_ORDER_ROLES,
    events: SPOT_ORDER_EVENTS,
  },
];

/** What a cell may lead to, tried in order: the first whose condition holds. */
interface Outcome {
  /** Name of the rule that must hold; null for always. */
  readonly if: string | null;
  readonly to: string;
  readonly does: readonly string[];
}

/** The whole document. */
export function buildStateMachines() {
  return { machines: LIFECYCLES.map(describe) };
}

function describe({ name, machine, roles, events }: Lifecycle) {
  const leaves = leavesOf(machine.root);
  return {
    name,
    version: machine.version ?? null,
    description: machine.root.description ?? null,
    roles,
    states: leaves.map((node) => ({
      state: pathOf(node),
      /** `state` of the calls. */
      shown_as: shownAs(node),
      is_final: node.type === 'final',
      description: node.description ?? null,
    })),
    events: Object.entries(events).map(([event, { role, description }]) => ({
      event,
      role,
      description,
    })),
    /** Every state, event and role; without outcomes the event is refused and nothing changes. */
    cells: leaves.flatMap((node) =>
      Object.entries(events).flatMap(([event, { role: allowed }]) =>
        roles.map((role) => ({
          state: pathOf(node),
          event,
          role,
          outcomes: role === allowed ? outcomesOf(node, event) : [],
        })),
      ),
    ),
  };
}

function leavesOf(node: AnyStateNode): AnyStateNode[] {
  const children = Object.values(node.states);
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
}

/** Candidates of the state itself, then of the states around it. */
function outcomesOf(node: AnyStateNode, event: string): Outcome[] {
  const own = (node.transitions.get(event) ?? []).map((transition) => outcomeOf(node, transition));
  return node.parent ? [...own, ...outcomesOf(node.parent, event)] : own;
}

function outcomeOf(
  node: AnyStateNode,
  { guard, target, actions }: AnyTransitionDefinition,
): Outcome {
  const to = target?.[0] ?? node;
  const entered = to === node ? [] : listOf(to.config.entry);
  return {
    if: guard === undefined ? null : nameOf(guard),
    to: pathOf(to),
    does: [...actions, ...entered].map(nameOf),
  };
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
