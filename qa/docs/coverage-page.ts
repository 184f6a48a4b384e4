/** The page of all machines: their cover by generated paths, and the tests that walk them on a server and on pages. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shareText } from '../coverage.ts';
import { reportPaths } from '../format/report.ts';
import type { MachineModel } from '../models/model.ts';
import { code, page, table } from './markdown.ts';

/** Test files that walk paths of models, by the file name of the model. */
type Walkers = ReadonlyMap<string, readonly string[]>;

/** @param root folder of the repository. */
export async function coveragePage(root: string, models: readonly MachineModel[]): Promise<string> {
  const http = await walkersIn(root, 'tests/server');
  const pages = await walkersIn(root, 'tests/e2e');
  return page(
    'Coverage of every machine',
    'The generated paths of each machine cover its states and transitions; the others are declared unreachable, each with its ' +
      'reason on the page of the machine. `tests/qa/live-actor.test.ts` walks all of them on the running machine, and tries ' +
      'every refusal. The last two columns name the tests that walk the paths of the machine on a real server and on pages. ' +
      '[COVERAGE-FIAT.md](COVERAGE-FIAT.md) has the counts of a recorded run.',
    table(
      ['machine', 'paths', 'states', 'transitions', 'over HTTP', 'on the page'],
      models.map((model) => row(model, http, pages)),
    ),
  );
}

function row(model: MachineModel, http: Walkers, pages: Walkers): string[] {
  const { paths, coverage } = reportPaths(model, 'edge');
  const file = modelFileOf(model);
  const walkers = (of: Walkers) => (of.get(file) ?? []).map(code).join('<br>');
  return [
    `[${model.name}](generated/machines/${model.name}.md)`,
    String(paths.length),
    shareText(coverage.states),
    shareText(coverage.transitions),
    walkers(http),
    walkers(pages),
  ];
}

/** Models of one machine share the file that is named after it. */
const modelFileOf = ({ machine }: MachineModel): string =>
  `${machine.id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.model.ts`;

/** A file walks a machine if it imports a model of it together with the generator of paths. */
async function walkersIn(root: string, folder: string): Promise<Walkers> {
  const found = new Map<string, string[]>();
  const files: string[] = [];
  for await (const file of glob(`${folder}/**/*.test.ts`, { cwd: root })) files.push(file);
  for (const file of files.toSorted()) {
    const text = await readFile(join(root, file), 'utf8');
    if (!text.includes("/qa/paths.ts'")) continue;
    for (const [, model = ''] of text.matchAll(/\/qa\/models\/([\w-]+\.model\.ts)'/g))
      found.set(model, [...(found.get(model) ?? []), file]);
  }
  return found;
}
