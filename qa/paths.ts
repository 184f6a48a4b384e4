/**
 * Generates walks through a machine with the graph algorithms of `@xstate/test` (the name under
 * which `@xstate/graph` is installed), then replays each one so that every step is what really happens.
 */
import { TestModel } from '@xstate/test';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { answeredLetters, missingCases, refusedLetters, type Letter } from './alphabet.ts';
import type { MachineModel } from './models/model.ts';
import { createWalker, type Move } from './walk.ts';

/**
 * edge: every event case that is answered, in every kind of snapshot, at least once.
 * shortest: one shortest walk to every kind of snapshot. simple: every walk without a loop.
 */
export const PATH_KINDS = ['edge', 'shortest', 'simple'] as const;
export type PathKind = (typeof PATH_KINDS)[number];

export interface Step extends Move {
  readonly event: AnyEventObject;
  /** `user`, `system`, a role, or `time` for an expired delay. */
  readonly by: string;
  /** A clause that completes "When …". */
  readonly label: string;
}

export interface Path {
  /** Unique within the machine and stable while the machine and its model are: `session-07`. */
  readonly id: string;
  /** Name of the model. */
  readonly model: string;
  readonly start: Move;
  readonly steps: readonly Step[];
}

/** Everything that must be ignored at the end of a path. */
export interface Refusals {
  readonly path: Path;
  /** The key of where the path ends, unique within the machine. */
  readonly situation: string;
  readonly refused: readonly Pick<Step, 'event' | 'by' | 'label'>[];
}

/** Comparisons after which a generation is given up: `simple` grows exponentially with loops. */
const COMPARISONS_MAX = 3_000_000;

/**
 * @throws Error when a case is missing, when the model's limit is exceeded, or when its key calls
 * snapshots alike that behave differently; each names what to change.
 */
export function generatePaths(model: MachineModel, kind: PathKind): Path[] {
  const missing = missingCases(model);
  if (missing.length > 0)
    throw new Error(`the model "${model.name}" has no case for: ${missing.join(', ')}`);
  const { test, letterOf } = testModel(model, kind);
  const found = kind === 'simple' ? test.getSimplePaths() : test.getShortestPaths();
  const digits = String(found.length).length;
  return found.map(({ steps }, index) => {
    const id = `${model.name}-${String(index + 1).padStart(digits, '0')}`;
    const planned = steps.slice(1);
    const path = replay(
      model,
      id,
      planned.map(({ event }) => letterOf(event)),
    );
    const wrong = path.steps.findIndex(
      ({ snapshot }, at) => model.key(snapshot) !== model.key(planned[at]?.state ?? snapshot),
    );
    if (wrong >= 0) throw keyError(model, path.steps[wrong]?.label ?? '');
    return path;
  });
}

/** A walk to every kind of snapshot, with the commands and facts that it must ignore. */
export function generateRefusals(model: MachineModel): Refusals[] {
  const found = new Map<string, Refusals>();
  for (const path of generatePaths(model, 'shortest')) {
    for (const length of [...path.steps.keys(), path.steps.length]) {
      const part = { ...path, steps: path.steps.slice(0, length) };
      const { snapshot } = part.steps.at(-1) ?? part.start;
      const key = model.key(snapshot);
      if (found.has(key)) continue;
      const refused = refusedLetters(model, snapshot).map(({ label, by, eventAt }) => ({
        label,
        by,
        event: eventAt(snapshot),
      }));
      found.set(key, { path: part, situation: key, refused });
    }
  }
  return [...found.values()];
}

/**
 * The walk that these labels of the model's cases and delays describe, in their order.
 * @throws Error naming the first label that the machine does not answer where it is.
 */
export function pathThrough(model: MachineModel, id: string, labels: readonly string[]): Path {
  const walker = createWalker(model);
  let { snapshot } = walker.start();
  const letters = labels.map((label) => {
    const letter = answeredLetters(model, snapshot).find((answered) => answered.label === label);
    if (!letter) throw new Error(`"${label}" does nothing to the ${model.name} where it is then`);
    snapshot = walker.move(snapshot, letter.eventAt(snapshot)).snapshot;
    return letter;
  });
  return replay(model, id, letters);
}

/** Takes the machine through `letters` from its start. */
function replay(model: MachineModel, id: string, letters: readonly Letter[]): Path {
  const walker = createWalker(model);
  const start = walker.start();
  let { snapshot } = start;
  const steps = letters.map(({ by, label, eventAt }): Step => {
    const event = eventAt(snapshot);
    const move = walker.move(snapshot, event);
    if (move.transitions.length === 0) throw keyError(model, label);
    snapshot = move.snapshot;
    return { ...move, event, by, label };
  });
  return { id, model: model.name, start, steps };
}

function testModel(model: MachineModel, kind: PathKind) {
  const letters = new WeakMap<AnyEventObject, Letter>();
  const letterOf = (event: AnyEventObject): Letter => {
    const letter = letters.get(event);
    if (!letter) throw new Error(`the event ${event.type} is not in the alphabet`);
    return letter;
  };
  let comparisons = 0;
  const key = (
    state: AnyMachineSnapshot,
    event: AnyEventObject | undefined,
    previous?: AnyMachineSnapshot,
  ): string => {
    comparisons += 1;
    if (comparisons > COMPARISONS_MAX)
      throw new Error(`too many ${kind} paths in "${model.name}"; use the edge cover`);
    if (kind !== 'edge' || !event || !previous) return model.key(state);
    return `${model.key(state)} via ${letterOf(event).label} from ${model.key(previous)}`;
  };
  // `new TestModel`, because createTestModel refuses machines with `after` and `invoke`; `events` as
  // a function, because an array would replace the alphabet and with it every expired delay.
  const test = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(model.machine, {
    input: model.input,
    limit: model.limit,
    events: (snapshot: AnyMachineSnapshot) =>
      answeredLetters(model, snapshot).map((letter) => {
        const event = { ...letter.eventAt(snapshot) };
        letters.set(event, letter);
        return event;
      }),
    serializeState: key,
    serializeEvent: (event: AnyEventObject) => letterOf(event).label,
  });
  return { test, letterOf };
}

function keyError({ name }: MachineModel, label: string): Error {
  return new Error(
    `the key of the model "${name}" calls snapshots alike that answer "${label}" differently; add to it the context that guards read`,
  );
}
