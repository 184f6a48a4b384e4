/** The earlier steps of a path. */
import type { Path, Step } from '../../../qa/paths.ts';
import type { Move } from '../../../qa/walk.ts';

/** The steps that led to a move; all steps for a move outside the path, which comes after its end. */
export function historyOf({ start, steps }: Path, move: Move): readonly Step[] {
  if (move === start) return [];
  const at = steps.findIndex((step) => step === move);
  return at < 0 ? steps : steps.slice(0, at + 1);
}
