/** Paths as Gherkin scenarios: a manual test plan, or the input of any Cucumber-like runner. */
import type { Path } from '../paths.ts';
import type { MachineModel } from '../models/model.ts';
import type { PathReport } from './report.ts';
import { pathTitles, stateText, title } from './words.ts';

export function formatGherkin({ model, paths }: PathReport): string {
  const { description } = model.machine.root;
  const titles = pathTitles(model, paths);
  return [
    `Feature: ${title(model.name)}`,
    ...(description ? [`  ${description}`] : []),
    ...paths.flatMap((path, index) => scenario(model, path, titles[index] ?? '')),
    '',
  ].join('\n');
}

function scenario(model: MachineModel, { id, start, steps }: Path, name: string): string[] {
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
