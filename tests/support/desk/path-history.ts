/** The earlier steps of a path. */
import type { Path, Step } from '../../../qa/paths.ts';
import type { Move } from '../../../qa/walk.ts';

/** The steps that led to a move of the path, or to the move after which an event was refused. */
export function historyOf({ start, steps }: Path, move: Move): readonly Step[] {
  const taken = move.after ?? move;
  if (taken === start) return [];
  const at = steps.findIndex((step) => step === taken);
  if (at < 0) throw new Error('the move is none of the path');
  return steps.slice(0, at + 1);
}
