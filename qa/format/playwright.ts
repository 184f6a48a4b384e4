/**
 * Paths as a runnable browser test: put the file into `tests/e2e`, build the app, run it. A tester
 * may delete, repeat or reorder lines; the expected screen is always computed from the machine.
 */
import { triggerOf, triggerText } from '../../machines/domain/explain/machine-shape.ts';
import { RECORD_MODELS } from '../models/registry.ts';
import type { Path } from '../paths.ts';
import { UsageError } from '../usage-error.ts';
import type { PathReport } from './report.ts';
import { leafPaths, pathTitles } from './words.ts';

/**
 * Formats paths of a record's lifecycle; `tests/support/pages/page-paths.ts` walks those of every kind.
 * @throws UsageError for a machine without pages of its own.
 */
export function formatPlaywright({ model, kind, paths }: PathReport): string {
  const paged = Object.values(RECORD_MODELS).flatMap((models) => models.map(({ name }) => name));
  if (!paged.includes(model.name))
    throw new UsageError(
      `${model.name} has no pages of its own; those that have: ${paged.join(', ')}`,
    );
  const titles = pathTitles(model, paths);
  return [
    `/**`,
    ` * ${model.name}, ${paths.length} paths (${kind}), made by \`npm run qa -- paths ${model.name} --format playwright\`.`,
    ` * Put it into tests/e2e as plan.test.ts, run \`npm run build\` once, then`,
    ` *   npx vitest run --project browser tests/e2e/plan.test.ts`,
    ` */`,
    `import { test } from 'vitest';`,
    `import { usePagePaths } from '../support/pages/page-paths.ts';`,
    ``,
    `const run = usePagePaths(${literal(model.name)});`,
    ...paths.flatMap((path, index) => testOf(path, titles[index] ?? '')),
    '',
  ].join('\n');
}

function testOf({ id, steps }: Path, title: string): string[] {
  return [
    '',
    `test(${literal(`${id}: ${title}`)}, () =>`,
    `  run(${literal(id)}, [`,
    ...steps.map(
      (step) =>
        `    ${literal(step.label)}, // ${triggerText(triggerOf(step.event.type))} → ${leafPaths(step.snapshot).join(', ')}`,
    ),
    `  ]));`,
  ];
}

const literal = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
