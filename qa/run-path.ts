/** Drives any system along a generated path and compares its observation after every step. */
import { isDeepStrictEqual } from 'node:util';
import type { AnyEventObject } from 'xstate';
import { triggerOf } from '../machines/domain/explain/machine-shape.ts';
import { logCoverage, refusalId, type CoverageEntry, type CoverageTarget } from './coverage-log.ts';
import type { Path, Refusals } from './paths.ts';
import type { Move } from './walk.ts';

/** The target of a path: a live actor, a server, a page. One instance runs one path. */
export interface System {
  /** Target in the coverage report; without it, the run is not counted. */
  readonly target?: CoverageTarget | undefined;
  start(): void | Promise<void>;
  /**
   * Sends commands, facts, and answers of actors (`xstate.done.actor.<id>`), which the system must
   * cause.
   */
  send(event: AnyEventObject): void | Promise<void>;
  /** Ends the named delay. */
  advance(delay: string): void | Promise<void>;
  /**
   * Tries an event that must be ignored in the present state and fails unless it is refused; without it,
   * `send` is used. @returns false when the target cannot send it, so that it is not counted as tried.
   */
  tryRefused?(event: AnyEventObject): Promise<boolean>;
  /** Returns the system's present observation. */
  observe(): unknown;
}

/** Observation that the system must show after a move of the model. */
type Expected = (move: Move) => unknown;

/**
 * @param atMove is called with the part of the path that has been run, after the start and after each step.
 * @throws Error naming path, step, expectation and observation at the first difference.
 */
export async function runPath(
  path: Path,
  system: System,
  expected: Expected,
  atMove: (part: Path) => Promise<void> = async () => {},
): Promise<void> {
  await system.start();
  await compare(system, expected(path.start), `${path.id}, start`);
  await atMove({ ...path, steps: [] });
  for (const [index, step] of path.steps.entries()) {
    const { kind, name } = triggerOf(step.event.type);
    if (kind === 'after') await system.advance(name);
    else await system.send(step.event);
    await compare(system, expected(step), `${path.id}, step ${index + 1}: ${step.label}`);
    await atMove({ ...path, steps: path.steps.slice(0, index + 1) });
  }
  logRun(path, system, { refusals: [], withoutCall: [] });
}

/**
 * Runs the system to the end of the path, then tries every event that must be ignored there.
 * @throws Error as {@link runPath}, and when one of the events changes the observation.
 */
export async function runRefusals(
  refusals: Refusals,
  system: System,
  expected: Expected,
): Promise<void> {
  await runPath(refusals.path, system, expected);
  await tryRefusals(refusals, system, expected);
}

/**
 * Tries every event that must be ignored at the end of the path, to which the system was run. A system with
 * `tryRefused`, which judges each answer, is observed once after all of them, because a look at a server takes
 * longer than a refusal; records count their changes, so that no two of them cancel out.
 * @throws Error when one of the events changes the observation.
 */
export async function tryRefusals(
  { path, situation, refused }: Refusals,
  system: System,
  expected: Expected,
): Promise<void> {
  const last = path.steps.at(-1) ?? path.start;
  const want = () => expected({ ...last, transitions: [], effects: [], after: last });
  const tried: string[] = [];
  const withoutCall: string[] = [];
  for (const { event, label } of refused) {
    if (!(await tryOn(system, event))) {
      withoutCall.push(label);
      continue;
    }
    tried.push(label);
    if (system.tryRefused === undefined)
      await compare(system, want(), `${path.id}, then ignored: ${label}`);
  }
  const where = [path.id, ...path.steps.slice(-1).map(({ label }) => label)].join(', ');
  if (system.tryRefused !== undefined && tried.length > 0)
    await compare(system, want(), `${where}, then ignored one of: ${tried.join(', ')}`);
  const idsOf = (labels: readonly string[]) => labels.map((label) => refusalId(situation, label));
  logRun(path, system, { refusals: idsOf(tried), withoutCall: idsOf(withoutCall) });
}

async function tryOn(system: System, event: AnyEventObject): Promise<boolean> {
  if (system.tryRefused !== undefined) return system.tryRefused(event);
  await system.send(event);
  return true;
}

/** Writes a line for the coverage report, if requested. */
function logRun(
  { id, model, start, steps }: Path,
  { target }: System,
  tried: Required<Pick<CoverageEntry, 'refusals' | 'withoutCall'>>,
): void {
  if (target === undefined) return;
  const moves = [start, ...steps];
  const distinct = (names: readonly string[]) => [...new Set(names)];
  logCoverage({
    target,
    model,
    path: id,
    states: distinct(moves.flatMap(({ visited }) => visited)),
    transitions: distinct(moves.flatMap(({ transitions }) => transitions)),
    ...tried,
  });
}

async function compare(system: System, want: unknown, where: string): Promise<void> {
  const got = await system.observe();
  if (!isDeepStrictEqual(got, want))
    throw new Error(
      `${where}\n  model:  ${JSON.stringify(want)}\n  system: ${JSON.stringify(got)}`,
    );
}
