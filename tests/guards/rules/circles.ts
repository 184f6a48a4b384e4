/** No file reaches itself by imports, including type imports and lazy imports. */
import type { Finding } from '../support/finding.ts';
import type { SourceFile } from '../support/source-file.ts';

const WITHOUT_CIRCLES = /^(?:contract|machines|streams|server|src|qa)\//;

/** Reports one finding per circle, at its first file, with one way around. */
export function checkCircles(sources: readonly SourceFile[]): Finding[] {
  const targets = new Map(
    sources
      .filter(({ path }) => WITHOUT_CIRCLES.test(path))
      .map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]),
  );
  const found: Finding[] = [];
  const cleared = new Set<string>();
  for (const start of [...targets.keys()].toSorted()) {
    const way = wayBack(start, targets, cleared);
    cleared.add(start);
    if (way !== undefined)
      found.push({
        path: start,
        line: 1,
        message: `imports itself: ${[...way, start].join(', ')}; move what both need into a file of its own`,
      });
  }
  return found;
}

/** The shortest way from a file to itself, without files of known circles and without the file itself. */
function wayBack(
  start: string,
  targets: ReadonlyMap<string, readonly string[]>,
  cleared: ReadonlySet<string>,
): readonly string[] | undefined {
  /** Each reached file, with the files between the start and it. */
  const between = new Map<string, readonly string[]>([[start, []]]);
  // A map iterates in insertion order, including entries added during the walk, so files come by distance.
  for (const [file, way] of between) {
    const through = file === start ? way : [...way, file];
    for (const target of targets.get(file) ?? []) {
      if (target === start) return through;
      if (!between.has(target) && !cleared.has(target)) between.set(target, through);
    }
  }
  return undefined;
}
