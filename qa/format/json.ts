/** Paths for programs: every step with its event, the state after it and its effects. */
import type { PathReport } from './report.ts';
import { stateText } from './words.ts';

export function formatJson({ model, kind, paths, coverage }: PathReport): string {
  const document = {
    machine: model.name,
    kind,
    input: model.input ?? null,
    coverage,
    paths: paths.map(({ id, start, steps }) => ({
      id,
      start: { state: start.snapshot.value, effects: start.effects },
      steps: steps.map((step) => ({
        event: step.event,
        by: step.by,
        label: step.label,
        state: step.snapshot.value,
        stateLabel: stateText(model, step.snapshot),
        transitions: step.transitions,
        effects: step.effects,
      })),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
