/**
 * Explains which events a record accepts in its state and which it refuses, by trying every event
 * of every role on the machine.
 */
import { transition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import type { LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import { LIFECYCLES } from './lifecycles.ts';
import { declaredTransitions, statePath } from './machine-shape.ts';
import { pathsAround, snapshotAt, statePathOf } from './state-path.ts';

/** The state of a record. */
interface Whereabouts {
  readonly kind: LifecycleKind;
  /** Dotted path of the innermost state. */
  readonly state: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * role: only `roles` may send it. ended: the record has ended. state: the event is only valid in
 * `states`. guard: the state has the event, but this rule refuses it now; of several candidates, it
 * is the rule of the last one, which requires least.
 */
export type Refusal =
  | { readonly because: 'role'; readonly roles: readonly string[] }
  | { readonly because: 'ended' }
  | { readonly because: 'state'; readonly states: readonly string[] }
  | { readonly because: 'guard'; readonly guard: string };

export type Verdict = { readonly role: string } & (
  | {
      readonly isAllowed: true;
      /** Paths of the states that it may lead to. */
      readonly leadsTo: readonly string[];
    }
  | { readonly isAllowed: false; readonly refusal: Refusal }
);

export interface ExplainedEvent {
  readonly type: string;
  readonly description: string;
  /** One verdict per role, in the order of the lifecycle's roles. */
  readonly verdicts: readonly Verdict[];
}

/** @throws Error for a state that the machine does not have */
export function explain({ kind, state, context }: Whereabouts): ExplainedEvent[] {
  const { machine, roles, events, probesOf, personOf } = LIFECYCLES[kind];
  const snapshot = snapshotAt(machine, state, context);
  return Object.entries(events).map(([type, { roles: allowed, description }]) => ({
    type,
    description,
    verdicts: roles.map((role): Verdict => {
      if (!allowed.includes(role))
        return { role, isAllowed: false, refusal: { because: 'role', roles: allowed } };
      const by = { role, userId: personOf(context, role) };
      const taken = probesOf(context, type)
        .map((probe) => ({ ...probe, by }))
        .filter((event) => snapshot.can(event));
      return taken.length > 0
        ? { role, isAllowed: true, leadsTo: targetsOf(machine, snapshot, taken) }
        : { role, isAllowed: false, refusal: refusalOf(machine, snapshot, type) };
    }),
  }));
}

function targetsOf(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  events: readonly { readonly type: string }[],
): string[] {
  const paths = events.map((event) => {
    const [next] = transition(machine, snapshot, event);
    return statePathOf((next as AnyMachineSnapshot).value);
  });
  return [...new Set(paths)];
}

/** Returns the refusal of an event from a role that may send it. */
function refusalOf(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, type: string): Refusal {
  if (snapshot.status === 'done') return { because: 'ended' };
  const answers = declaredTransitions(machine).filter(
    ({ trigger }) => trigger.kind === 'event' && trigger.name === type,
  );
  const present = new Set(pathsAround(statePathOf(snapshot.value)));
  present.add(statePath(machine.root));
  const candidates = answers.filter(({ source }) => present.has(source));
  if (candidates.length === 0)
    return { because: 'state', states: [...new Set(answers.map(({ source }) => source))] };
  return { because: 'guard', guard: ensure(candidates.at(-1)?.guard ?? undefined, 'guard') };
}
