/**
 * What the generator needs in addition to a machine: an alphabet of events with payloads, a key that says
 * which snapshots behave alike, and words for people. One model a machine, `<name>.model.ts` in this
 * folder, entered in `registry.ts`.
 */
import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/**
 * The answer of an invoked actor, an ordinary step for the generator. `<id>` is the `id` of the
 * `invoke`, so every invoke names one. Made by {@link actorDone} and {@link actorFailed}.
 */
export type ActorAnswer =
  | {
      readonly type: `xstate.done.actor.${string}`;
      readonly output: unknown;
      readonly actorId: string;
    }
  | {
      readonly type: `xstate.error.actor.${string}`;
      readonly error: unknown;
      readonly actorId: string;
    };

/** The invoked actor `id` finished with `output`. */
export const actorDone = (id: string, output: unknown): ActorAnswer => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
});

/** The invoked actor `id` failed with `error`. */
export const actorFailed = (id: string, error: unknown): ActorAnswer => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
});

/** One letter of the alphabet: an event with one payload that matters. */
export interface EventCase<Event, Snapshot> {
  readonly event: Event | ActorAnswer;
  /**
   * For a payload that depends on where the machine is (the current token generation): the event as
   * it is in `snapshot`, of the same type as `event`, which then stands for it in lists.
   */
  eventAt?(snapshot: Snapshot): Event | ActorAnswer;
  /** Who sends it: `user` or `system` in client machines, the role in domain machines. */
  readonly by: string;
  /** A clause that completes "When …": `the server refuses the password`. Unique in the model. */
  readonly label: string;
}

export interface MachineModel<Machine extends AnyStateMachine = AnyStateMachine> {
  /** Name on the command line and of the generated page, kebab-case: `sign-in`. */
  readonly name: string;
  readonly machine: Machine;
  /** Input of every walk; keep counters short here (two tries say as much as thirty). */
  readonly input: InputFrom<Machine>;
  /**
   * At least one case for every event the machine knows. Expired delays (`after`) are added by the
   * generator, eventless and raised transitions follow by themselves.
   */
  readonly cases: readonly EventCase<EventFromLogic<Machine>, SnapshotFrom<Machine>>[];
  /**
   * Everything that changes future behaviour, and what people see, and nothing else: the state value
   * and the context fields that guards read or actions clear, never ids, texts or times. Two
   * snapshots of one key must accept the same cases. For most machines `stateAnd(snapshot, snapshot.context.tries)`.
   */
  key(snapshot: SnapshotFrom<Machine>): string;
  /**
   * A clause that completes "Then …" per leaf state, by dotted path (`active.connecting`); a state
   * left out is called by its path in words.
   */
  readonly stateLabels?: Readonly<Record<string, string>>;
  /** Declared transitions (by id) or states (by path) that no walk can reach, each with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** Most snapshots the generator may visit before it gives up with an error (runaway contexts). */
  readonly limit: number;
}

/** Checks the model against its machine's types and forgets them, so that models fit one list. */
export function defineModel<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): MachineModel {
  return model as unknown as MachineModel;
}

/** A key of the state value and the context fields that guards read. */
export function stateAnd(
  snapshot: { readonly value: unknown },
  ...fields: readonly unknown[]
): string {
  return JSON.stringify([snapshot.value, ...fields]);
}
