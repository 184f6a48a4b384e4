/** All generated pages by path, and their comparison with the committed ones. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { buildOpenApi } from '../../server/edge/http/openapi.ts';
import { OPERATOR_CALLS } from '../../server/edge/http/operator/operator-calls.ts';
import { buildStateMachines } from '../../machines/domain/explain/state-machines.ts';
import { title } from '../format/words.ts';
import {
  declaredStates,
  declaredTransitions,
} from '../../machines/domain/explain/machine-shape.ts';
import type { MachineModel } from '../models/model.ts';
import {
  channelsPage,
  endpointsPage,
  errorsPage,
  limitsPage,
  operatorEndpointsPage,
} from './contract-pages.ts';
import { coveragePage } from './coverage-page.ts';
import { machinePage } from './machine-page.ts';
import { page, table } from './markdown.ts';
import { readSpecCoverage, specCoveragePage } from './spec-coverage.ts';
import { wherePage } from './where-page.ts';

/** Folder of the pages, relative to the repository root. */
export const DOCS_FOLDER = 'docs';

/** Folder below {@link DOCS_FOLDER} that holds generated pages alone. */
const GENERATED = 'generated';

/** Path below {@link DOCS_FOLDER} → content. @param root folder of the repository. */
export async function generatePages(
  root: string,
  models: readonly MachineModel[],
): Promise<ReadonlyMap<string, string>> {
  const sentences = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(join(root, 'locales/en-US/errors.json'), 'utf8')));
  const reference = [
    ['README.md', indexPage(models)],
    ['errors.md', errorsPage(sentences)],
    ['limits.md', limitsPage()],
    ['endpoints.md', endpointsPage()],
    ['operator-endpoints.md', operatorEndpointsPage()],
    ['channels.md', channelsPage()],
    ['where.md', await wherePage(root)],
    ['operator-openapi.json', `${JSON.stringify(buildOpenApi(OPERATOR_CALLS), null, 2)}\n`],
    ['openapi.json', `${JSON.stringify(buildOpenApi(), null, 2)}\n`],
    ['state-machines.json', `${JSON.stringify(buildStateMachines(), null, 2)}\n`],
    ...models.map((model) => [`machines/${model.name}.md`, machinePage(model)] as const),
  ] as const;
  return new Map<string, string>([
    ['COVERAGE.md', await coveragePage(root, models)],
    ['SPEC-COVERAGE.md', specCoveragePage(await readSpecCoverage(root))],
    ...reference.map(([path, content]) => [`${GENERATED}/${path}`, content] as const),
  ]);
}

/** Writes the pages that differ. @returns paths of the changed ones, from the repository root. */
export async function writePages(
  root: string,
  pages: ReadonlyMap<string, string>,
): Promise<string[]> {
  const changed: string[] = [];
  for (const [path, content] of pages) {
    const file = join(root, DOCS_FOLDER, path);
    if ((await readIfThere(file)) === content) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    changed.push(join(DOCS_FOLDER, path));
  }
  return changed;
}

function indexPage(models: readonly MachineModel[]): string {
  return page(
    'Generated documents',
    'Written by `npm run qa -- docs` from the contract and the machines, pinned by `tests/qa/docs.test.ts`.',
    table(
      ['page', 'holds'],
      [
        ['[COVERAGE.md](../COVERAGE.md)', 'every machine with the tests that walk it'],
        [
          '[SPEC-COVERAGE.md](../SPEC-COVERAGE.md)',
          'every statement of the specification with the tests that show it',
        ],
        ['[where.md](where.md)', 'every file, hook, machine and decision, and the calls by area'],
        ['[errors.md](errors.md)', 'every error, its codes and its English sentence'],
        ['[limits.md](limits.md)', 'limits and windows'],
        ['[endpoints.md](endpoints.md)', 'every HTTP call'],
        ['[operator-endpoints.md](operator-endpoints.md)', 'every HTTP call of operators'],
        ['[channels.md](channels.md)', 'subscriptions of the socket'],
        ['[openapi.json](openapi.json)', 'the calls for programs, as the server publishes them'],
        [
          '[operator-openapi.json](operator-openapi.json)',
          'the calls of the operators’ server for programs',
        ],
        [
          '[state-machines.json](state-machines.json)',
          'state × event × role of every lifecycle, as the server publishes them',
        ],
      ],
    ),
    '## Machines',
    table(
      ['machine', 'states', 'transitions', 'is about'],
      models.map(({ name, machine }) => [
        `[${title(name)}](machines/${name}.md)`,
        String(declaredStates(machine).length),
        String(declaredTransitions(machine).length),
        machine.root.description ?? '',
      ]),
    ),
  );
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
