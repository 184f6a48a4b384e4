/** Computes the coverage of a machine by a set of paths, and the elements that the model excuses. */
import { declaredStates, declaredTransitions } from '../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from './models/model.ts';
import type { Path } from './paths.ts';
import type { Move } from './walk.ts';

interface Share {
  readonly total: number;
  readonly hit: number;
  /** Neither taken nor excused by the model. */
  readonly missed: readonly string[];
  /** Number of elements not taken because the model declares them unreachable. */
  readonly excused: number;
}

export interface Coverage {
  readonly states: Share;
  readonly transitions: Share;
  /** Transitions and states that the model declares unreachable, with its reasons. */
  readonly unreachable: Readonly<Record<string, string>>;
  /** Declared unreachable but taken by a path, so the reason is wrong. */
  readonly wronglyUnreachable: readonly string[];
}

export function measureCoverage(model: MachineModel, paths: readonly Path[]): Coverage {
  const moves: readonly Move[] = paths.flatMap(({ start, steps }) => [start, ...steps]);
  const statesHit = new Set(moves.flatMap(({ visited }) => visited));
  const transitionsHit = new Set(moves.flatMap(({ transitions }) => transitions));
  const unreachable = model.unreachable ?? {};
  const states = declaredStates(model.machine).filter(({ type }) => type !== 'history');
  return {
    states: share(
      states.map(({ path }) => path),
      statesHit,
      Object.keys(unreachable),
    ),
    transitions: share(
      declaredTransitions(model.machine).map(({ id }) => id),
      transitionsHit,
      Object.keys(unreachable),
    ),
    unreachable,
    wronglyUnreachable: Object.keys(unreachable).filter((id) => transitionsHit.has(id)),
  };
}

/**
 * Returns one line: `transitions 7 of 12 (5 declared unreachable), states 8 of 8`. All others were
 * missed.
 */
export const coverageText = ({ transitions, states }: Coverage): string =>
  `transitions ${shareText(transitions)}, states ${shareText(states)}`;

/** Returns `7 of 12 (5 declared unreachable)`. */
export const shareText = ({ hit, total, excused }: Share): string =>
  `${hit} of ${total}${excused === 0 ? '' : ` (${excused} declared unreachable)`}`;

function share(
  all: readonly string[],
  hit: ReadonlySet<string>,
  excused: readonly string[],
): Share {
  return {
    total: all.length,
    hit: all.filter((id) => hit.has(id)).length,
    missed: all.filter((id) => !hit.has(id) && !excused.includes(id)),
    excused: all.filter((id) => !hit.has(id) && excused.includes(id)).length,
  };
}
