/** Reduces paths to a few that still take every transition with every party, for targets with slow steps. */
import type { Path } from './paths.ts';

/** Picks the paths that add the most per step, until no path adds anything. */
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

/** Returns the transitions of a path, each with the party that caused it. */
const takenBy = ({ start, steps }: Path): string[] => [
  ...new Set([
    ...start.transitions,
    ...steps.flatMap(({ transitions, by }) => transitions.map((id) => `${id} by ${by}`)),
  ]),
];
