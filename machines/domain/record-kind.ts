/**
 * The definition of a kind of record with a lifecycle, for the layers above: its machine, its
 * roles, its events, and the actions that the server has to carry out. Each kind has one
 * definition, `<name>.kind.ts` next to the machine, listed in `explain/lifecycles.ts`.
 */
import type {
  AnyStateMachine,
  ContextFrom,
  EventFromLogic,
  MachineImplementationsFrom,
} from 'xstate';
import type { LifecycleKind } from '../../contract/lifecycle-kinds.ts';

type Fields = Readonly<Record<string, unknown>>;
/** An event without its sender. */
type Probe = { readonly type: string } & Fields;

interface EventFacts {
  /** Roles that may send it. */
  readonly roles: readonly string[];
  readonly description: string;
}

export interface RecordKind<
  Kind extends LifecycleKind = LifecycleKind,
  M extends AnyStateMachine = AnyStateMachine,
  Bookkeeping extends string = string,
> {
  readonly kind: Kind;
  readonly machine: M;
  /** Actions that only change the context. All others are effects. */
  readonly bookkeeping: readonly Bookkeeping[];
  readonly roles: readonly string[];
  readonly events: Readonly<Record<string, EventFacts>>;
  /** Returns examples of the event for a record with this context. */
  probesOf(context: Fields, event: string): readonly Probe[];
  /** Returns the user id of a role, as the machine knows it. */
  personOf(context: Fields, role: string): number;
}

/** Names of all actions that the machine declares. */
type ActionOf<M extends AnyStateMachine> = keyof NonNullable<
  MachineImplementationsFrom<M>['actions']
> &
  string;
/**
 * Names of the actions that the server carries out: all that the kind does not list as bookkeeping.
 */
export type EffectOf<Kind> =
  Kind extends RecordKind<infer _Kind, infer M, infer Bookkeeping>
    ? Exclude<ActionOf<M>, Bookkeeping>
    : never;

type EventOf<M extends AnyStateMachine> = Extract<EventFromLogic<M>, { readonly type: string }>;
type Bare<Event> = Event extends unknown ? Omit<Event, 'by'> : never;
/** Several probes for an event with several meanings, e.g. an award to either side. */
type Probes<Event extends { readonly type: string }> = {
  readonly [T in Event['type']]: readonly Bare<Extract<Event, { readonly type: T }>>[];
};

interface Parts<M extends AnyStateMachine, Bookkeeping extends ActionOf<M>> {
  readonly bookkeeping: readonly Bookkeeping[];
  readonly roles: readonly string[];
  readonly events: Readonly<Record<EventOf<M>['type'], OwnFacts>>;
  readonly probes: (context: ContextFrom<M>) => Probes<EventOf<M>>;
  readonly person: (context: ContextFrom<M>, role: string) => number;
}
type OwnFacts = { readonly description: string } & (
  | { readonly role: string }
  | { readonly roles: readonly string[] }
);

/** Id of senders without a user: operators, the chain, the engine and the server. */
export const NOBODY_ID = 0;

/** Two calls, so that events and contexts get the types of the machine. */
export const defineKind =
  <const Kind extends LifecycleKind, M extends AnyStateMachine>(kind: Kind, machine: M) =>
  <const Bookkeeping extends ActionOf<M>>(
    parts: Parts<M, Bookkeeping>,
  ): RecordKind<Kind, M, Bookkeeping> => ({
    kind,
    machine,
    bookkeeping: parts.bookkeeping,
    roles: parts.roles,
    events: Object.fromEntries(
      Object.entries<OwnFacts>(parts.events).map(([type, facts]) => [
        type,
        {
          roles: 'roles' in facts ? facts.roles : [facts.role],
          description: facts.description,
        },
      ]),
    ),
    probesOf: (context, event) => {
      const probes: object = parts.probes(context as ContextFrom<M>);
      return (probes as Readonly<Record<string, readonly Probe[]>>)[event] ?? [];
    },
    personOf: (context, role) => parts.person(context as ContextFrom<M>, role),
  });
