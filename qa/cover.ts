/** Few paths that still take every transition by everybody who can cause it, for targets on which steps are slow. */
import type { Path } from './paths.ts';

/** Of the given paths, those that add the most per step, until nothing is left to add. */
export function smallCover(paths: readonly Path[]): Path[] {
  const left = new Set(paths.flatMap(takenBy));
  const chosen: Path[] = [];
  while (left.size > 0) {
    const worth = (path: Path) =>
      takenBy(path).filter((taken) => left.has(taken)).length / Math.max(1, path.steps.length);
    const best = paths.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    for (const taken of takenBy(best)) left.delete(taken);
    chosen.push(best);
  }
  return chosen;
}

/** Transitions of a path, each with the party that caused it. */
const takenBy = ({ start, steps }: Path): string[] => [
  ...new Set([
    ...start.transitions,
    ...steps.flatMap(({ transitions, by }) => transitions.map((id) => `${id} by ${by}`)),
  ]),
];
