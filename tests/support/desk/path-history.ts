/** The steps that led to a move of a path. */
import type { Path, Step } from '../../../qa/paths.ts';
import type { Move } from '../../../qa/walk.ts';

/** All steps for a move that is none of the path: nothing has happened since its end. */
export function historyOf({ start, steps }: Path, move: Move): readonly Step[] {
  if (move === start) return [];
  const at = steps.findIndex((step) => step === move);
  return at < 0 ? steps : steps.slice(0, at + 1);
}
