/** Paths for reading in a terminal. */
import { coverageText } from '../coverage.ts';
import { triggerOf, triggerText } from '../../machines/domain/explain/machine-shape.ts';
import type { Path } from '../paths.ts';
import type { PathReport } from './report.ts';
import { leafPaths } from './words.ts';

export function formatText({ model, kind, paths, coverage }: PathReport): string {
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0);
  return [
    `${model.name}: ${paths.length} paths (${kind}), ${steps} steps, ${coverageText(coverage)}`,
    ...[...coverage.states.missed, ...coverage.transitions.missed].map((id) => `  not hit: ${id}`),
    ...Object.entries(coverage.unreachable).map(
      ([id, reason]) => `  unreachable: ${id} (${reason})`,
    ),
    ...paths.flatMap(pathLines),
    '',
  ].join('\n');
}

function pathLines({ id, start, steps }: Path): string[] {
  return [
    '',
    id,
    `  start                → ${leafPaths(start.snapshot).join(', ')}`,
    ...steps.map(
      (step) =>
        `  ${step.by.padEnd(6)} ${step.label}\n         ${triggerText(triggerOf(step.event.type))} → ${leafPaths(step.snapshot).join(', ')}`,
    ),
  ];
}
