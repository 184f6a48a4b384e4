/** Paths as Gherkin scenarios: a manual test plan, or the input of any Cucumber-like runner. */
import type { Path } from '../paths.ts';
import type { MachineModel } from '../models/model.ts';
import type { PathReport } from './report.ts';
import { stateText, title } from './words.ts';

export function formatGherkin({ model, paths }: PathReport): string {
  const { description } = model.machine.root;
  return [
    `Feature: ${title(model.name)}`,
    ...(description ? [`  ${description}`] : []),
    ...paths.flatMap((path) => scenario(model, path)),
    '',
  ].join('\n');
}

function scenario(model: MachineModel, { id, start, steps }: Path): string[] {
  const last = steps.at(-1);
  const name = last ? `${last.label}, in the end ${stateText(model, last.snapshot)}` : 'the start';
  return [
    '',
    `  Scenario: ${id}: ${name}`,
    `    Given ${stateText(model, start.snapshot)}`,
    ...steps.flatMap((step) => [
      `    When ${step.label}`,
      `    Then ${stateText(model, step.snapshot)}`,
    ]),
  ];
}
