/**
 * Generates walks through a machine with the graph algorithms of `@xstate/test` (the name under
 * which `@xstate/graph` is installed), then replays each one so that every step is verified.
 */
import { TestModel } from '@xstate/test';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { answeredLetters, missingCases, refusedLetters, type Letter } from './alphabet.ts';
import type { MachineModel } from './models/model.ts';
import { simpleWalks } from './simple-walks.ts';
import type { Edge, Place, SimpleWalks, WalkBounds } from './simple-walks.ts';
import { createWalker, type Move } from './walk.ts';

/**
 * edge: every handled event case, in every kind of snapshot, at least once. shortest: one shortest
 * walk to every kind of snapshot. simple: every walk without a loop.
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
  /**
   * Unique within the machine, and stable while the machine and its model do not change:
   * `session-07`.
   */
  readonly id: string;
  /** Name of the model. */
  readonly model: string;
  readonly start: Move;
  readonly steps: readonly Step[];
}

/** All letters that must be ignored at the end of a path. */
export interface Refusals {
  readonly path: Path;
  /** Key of the end of the path, unique within the machine. */
  readonly situation: string;
  readonly refused: readonly Pick<Step, 'event' | 'by' | 'label'>[];
}

/**
 * @throws Error when a case is missing, when the model's limit is exceeded, or when its key groups
 *   snapshots that behave differently; each error names the fix.
 */
export function generatePaths(model: MachineModel, kind: PathKind): Path[] {
  if (kind === 'simple') {
    const { paths } = generateSimplePaths(model, { limit: Number.POSITIVE_INFINITY });
    checkKeys(model, paths);
    return [...paths];
  }
  const { test, letterOf } = testModel(model, kind);
  const planned = test
    .getShortestPaths()
    .map(({ steps }) =>
      steps
        .slice(1)
        .map(({ event, state }) => ({ letter: letterOf(event), key: model.key(state) })),
    );
  return numbered(model, planned);
}

export interface SimplePaths extends Omit<SimpleWalks<unknown>, 'walks'> {
  readonly paths: readonly Path[];
}

/**
 * Returns every walk without a loop, within `bounds`. @param report receives the number counted so
 * far.
 */
export function generateSimplePaths(
  model: MachineModel,
  bounds: WalkBounds,
  report?: (counted: number) => void,
): SimplePaths {
  checkCases(model);
  const { walks, ...counted } = simpleWalks(startPlace(model), bounds, report);
  const planned = walks.map((walk) =>
    walk.map(({ event, to }) => ({ letter: event, key: to.key })),
  );
  return { ...counted, paths: numbered(model, planned) };
}

/**
 * Returns the start of a machine; snapshots with equal fields are one place, which is visited once.
 */
function startPlace(model: MachineModel): Place<Letter> {
  const walker = createWalker(model);
  const known = new Map<string, Place<Letter>>();
  const keys = new Set<string>();
  const placeOf = (snapshot: AnyMachineSnapshot): Place<Letter> => {
    const id = exactText(snapshot);
    let place = known.get(id);
    if (place === undefined) {
      let edges: readonly Edge<Letter>[] | undefined;
      place = {
        key: model.key(snapshot),
        edges: () =>
          (edges ??= answeredLetters(model, snapshot).map((letter) => ({
            event: letter,
            to: placeOf(walker.move(snapshot, letter.eventAt(snapshot)).snapshot),
          }))),
      };
      known.set(id, place);
      keys.add(place.key);
      if (keys.size > model.limit) throw new Error(`Traversal limit exceeded in "${model.name}"`);
    }
    return place;
  };
  return placeOf(walker.start().snapshot);
}

const exactText = ({ value, context, status }: AnyMachineSnapshot): string =>
  JSON.stringify([value, context, status], (_, field: unknown) =>
    typeof field === 'bigint' ? `${field}n` : field,
  );

/** @throws Error when one step leads from one kind of snapshot to two kinds. */
function checkKeys(model: MachineModel, paths: readonly Path[]): void {
  const known = new Map<string, string>();
  for (const { start, steps } of paths) {
    let from = model.key(start.snapshot);
    for (const { label, snapshot } of steps) {
      const to = model.key(snapshot);
      const way = `${label} from ${from}`;
      if ((known.get(way) ?? to) !== to) throw keyError(model, label);
      known.set(way, to);
      from = to;
    }
  }
}

interface PlannedStep {
  readonly letter: Letter;
  /** Key of the snapshot after it. */
  readonly key: string;
}

/** Replays the plan. @throws Error when a step leads elsewhere. */
function numbered(model: MachineModel, plans: readonly (readonly PlannedStep[])[]): Path[] {
  const digits = String(plans.length).length;
  return plans.map((steps, index) => {
    const id = `${model.name}-${String(index + 1).padStart(digits, '0')}`;
    const letters = steps.map(({ letter }) => letter);
    const path = replay(model, id, letters);
    const wrong = path.steps.findIndex(
      ({ snapshot }, at) => model.key(snapshot) !== steps[at]?.key,
    );
    if (wrong >= 0) throw keyError(model, path.steps[wrong]?.label ?? '');
    return path;
  });
}

/** Returns a walk to every kind of snapshot, with the commands and facts that it must ignore. */
export function generateRefusals(model: MachineModel): Refusals[] {
  const found = new Map<string, Refusals>();
  for (const path of generatePaths(model, 'shortest')) {
    for (const length of [...path.steps.keys(), path.steps.length]) {
      const part = { ...path, steps: path.steps.slice(0, length) };
      const { snapshot } = part.steps.at(-1) ?? part.start;
      const key = model.key(snapshot);
      if (found.has(key)) continue;
      found.set(key, refusalsAfter(model, part));
    }
  }
  return [...found.values()];
}

/** Returns the commands and facts that the machine must ignore at the end of the path. */
export function refusalsAfter(model: MachineModel, path: Path): Refusals {
  const { snapshot } = path.steps.at(-1) ?? path.start;
  const refused = refusedLetters(model, snapshot).map(({ label, by, eventAt }) => ({
    label,
    by,
    event: eventAt(snapshot),
  }));
  return { path, situation: model.key(snapshot), refused };
}

/**
 * Returns the walk of these labels of the model's cases and delays, in their order.
 * @throws Error naming the first label that the machine does not handle at that point, and those
 *   that it does.
 */
export function pathThrough(model: MachineModel, id: string, labels: readonly string[]): Path {
  const walker = createWalker(model);
  let { snapshot } = walker.start();
  const letters = labels.map((label) => {
    const answered = answeredLetters(model, snapshot);
    const letter = answered.find((each) => each.label === label);
    if (!letter) throw new Error(deafTo(label, model, answered));
    snapshot = walker.move(snapshot, letter.eventAt(snapshot)).snapshot;
    return letter;
  });
  return replay(model, id, letters);
}

function deafTo(label: string, model: MachineModel, answered: readonly Letter[]): string {
  const others = [...new Set(answered.map((letter) => `"${letter.label}"`))].join(', ');
  const possible = others === '' ? 'nothing can happen to it any more' : `possible is ${others}`;
  return `"${label}" does nothing to the ${model.name} where it is then; ${possible}`;
}

/** Runs the machine through `letters` from its start. */
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
  checkCases(model);
  const letters = new WeakMap<AnyEventObject, Letter>();
  const letterOf = (event: AnyEventObject): Letter => {
    const letter = letters.get(event);
    if (!letter) throw new Error(`the event ${event.type} is not in the alphabet`);
    return letter;
  };
  const key = (
    state: AnyMachineSnapshot,
    event: AnyEventObject | undefined,
    previous?: AnyMachineSnapshot,
  ): string => {
    if (kind !== 'edge' || !event || !previous) return model.key(state);
    return `${model.key(state)} via ${letterOf(event).label} from ${model.key(previous)}`;
  };
  // `new TestModel`, because createTestModel rejects machines with `after` and `invoke`; `events`
  // as a function, because an array would replace the alphabet and with it every expired delay.
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

function checkCases(model: MachineModel): void {
  const missing = missingCases(model);
  if (missing.length > 0)
    throw new Error(`the model "${model.name}" has no case for: ${missing.join(', ')}`);
}

function keyError({ name }: MachineModel, label: string): Error {
  return new Error(
    `the key of the model "${name}" calls snapshots alike that answer "${label}" differently; add to it the context that guards read`,
  );
}
