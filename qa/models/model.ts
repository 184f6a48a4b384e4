/**
 * The generator's additional input for a machine: an alphabet of events with payloads, a key that
 * groups snapshots of equal behavior, and texts. Each machine has one model, `<name>.model.ts` in
 * this folder, listed in `registry.ts`.
 */
import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/**
 * The answer of an invoked actor, an ordinary step for the generator. `<id>` is the `id` of the
 * `invoke`, so every invoke needs one. Made by {@link actorDone} and {@link actorFailed}.
 */
type ActorAnswer =
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

/** One letter of the alphabet: an event with one relevant payload. */
export interface EventCase<Event, Snapshot> {
  readonly event: Event | ActorAnswer;
  /**
   * For a payload that depends on the snapshot (the current token generation): returns the event
   * for `snapshot`, of the same type as `event`, which represents it in lists.
   */
  eventAt?(snapshot: Snapshot): Event | ActorAnswer;
  /** Sender: `user` or `system` in client machines, the role in domain machines. */
  readonly by: string;
  /** A clause that completes "When …": `the server refuses the password`. Unique in the model. */
  readonly label: string;
}

export interface MachineModel<Machine extends AnyStateMachine = AnyStateMachine> {
  /** Name on the command line and of the generated page, kebab-case: `sign-in`. */
  readonly name: string;
  readonly machine: Machine;
  /** Input of every walk, with small counters (two attempts show as much as thirty). */
  readonly input: InputFrom<Machine>;
  /**
   * At least one case for every event of the machine. The generator adds expired delays (`after`);
   * eventless and raised transitions follow automatically.
   */
  readonly cases: readonly EventCase<EventFromLogic<Machine>, SnapshotFrom<Machine>>[];
  /**
   * A key of all data that changes future behavior or the screen, and of nothing else: the state
   * value and the context fields that guards read or actions clear, never ids, texts or times. Two
   * snapshots with one key must accept the same cases. For most machines `stateAnd(snapshot,
   * snapshot.context.tries)`.
   */
  key(snapshot: SnapshotFrom<Machine>): string;
  /**
   * A clause that completes "Then …" per leaf state, by dotted path (`active.connecting`); a state
   * without one is described by its path.
   */
  readonly stateLabels?: Readonly<Record<string, string>>;
  /**
   * Declared transitions (by id) or states (by path) that no walk can reach, each with the reason.
   */
  readonly unreachable?: Readonly<Record<string, string>>;
  /**
   * Largest number of snapshots that the generator visits before it fails with an error (runaway
   * contexts).
   */
  readonly limit: number;
}

/**
 * Checks the model against its machine's types and then erases them, so that all models fit one
 * list.
 */
export function defineModel<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): MachineModel {
  return model as unknown as MachineModel;
}

/** Returns a key of the state value and the context fields that guards read. */
export function stateAnd(
  snapshot: { readonly value: unknown },
  ...fields: readonly unknown[]
): string {
  return JSON.stringify([snapshot.value, ...fields]);
}
