/** The page that locates everything: decisions, endpoints by area, machines, hooks, and every file. */
import { ensure } from '../../contract/assert.ts';
import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { OPERATOR_ENDPOINTS } from '../../contract/operator/endpoints.ts';
import { code, codes, page, table } from './markdown.ts';
import { firstSentence, holdersOf, hooksIn } from './source-words.ts';

interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Layers in reading order; each folder with files of its own gets a section. */
export const FLOORS = [
  'contract',
  'machines',
  'streams',
  'server',
  'src',
  'qa',
  'scripts',
  'bench',
  'tests/guards',
  'tests/support',
] as const;

/** Files of call handlers; the folder below `server/areas/` is the area of a call, or the kit has it. */
const HANDLERS =
  /^server\/(?:areas\/([\w-]+)|kit)\/(?:.*\/)?(?:handlers\/.*|[\w-]*-(?:handlers|reads))\.ts$/;

/** @param root folder of the repository. */
export async function wherePage(root: string): Promise<string> {
  const sources = await readAll(root, `{${FLOORS.join(',')}}/**/*.{ts,tsx}`);
  const decisions = await readAll(root, 'docs/adr/*.md');
  return page(
    'Where everything is',
    'The reasons are in [ARCHITECTURE.md](../ARCHITECTURE.md). Every line below is the first sentence of a file, or of an exported hook.',
    '## Decisions',
    table(
      ['decision', 'title', 'held by'],
      decisions.map(({ path, text }) => [
        `[${basename(path).slice(0, 4)}](../adr/${basename(path)})`,
        (text.split('\n')[0] ?? '').replace(/^# (?:\d+\. )?/, ''),
        ensure(holdersOf(text), `the line "Held by:" of ${path}`),
      ]),
    ),
    '## Endpoints by area',
    endpointsTable(sources),
    '## Machines',
    table(
      ['machine', 'decides'],
      sources
        .filter(({ path }) => path.endsWith('.machine.ts'))
        .map(({ path, text }) => [code(path), firstSentence(text)]),
    ),
    '## Hooks',
    'Views use these and nothing else of `src/app`; screens of the console those of `src/console`.',
    hooksTable(sources),
    ...FLOORS.map((floor) => [`## ${floor}`, ...rooms(floor, sources)].join('\n\n')),
  );
}

function endpointsTable(sources: readonly TextFile[]): string {
  const calls = new Map<string, string[]>();
  const handlers = sources.filter(({ path }) => HANDLERS.test(path));
  for (const [names, prefix] of [
    [Object.keys(ENDPOINTS), /^(?!server\/areas\/operator\/)/],
    [Object.keys(OPERATOR_ENDPOINTS), /^server\/areas\/operator\//],
  ] as const) {
    for (const name of names) {
      const handler = handlers.find(
        ({ path, text }) =>
          prefix.test(path) && new RegExp(`'${name}'|^ +(?:async )?${name}[:(]`, 'm').test(text),
      );
      const place = ensure(handler, `the handler of ${name}`).path;
      calls.set(place, [...(calls.get(place) ?? []), name]);
    }
  }
  return table(
    ['area', 'handlers', 'calls'],
    [...calls]
      .map(([path, names]) => [HANDLERS.exec(path)?.[1] ?? 'kit', code(path), codes(names)])
      .toSorted(([a = '', b = ''], [c = '', d = '']) => compare(a, c) || compare(b, d)),
  );
}

function hooksTable(sources: readonly TextFile[]): string {
  return table(
    ['hook', 'in', 'gives'],
    sources
      .filter(({ path }) => /^src\/(?:app|console)\/(?:.+\/)?use-[\w-]+\.tsx?$/.test(path))
      .flatMap(({ path, text }) =>
        hooksIn(text).map(({ name, meaning }) => [
          code(name),
          code(path),
          meaning === '' ? firstSentence(text) : meaning,
        ]),
      ),
  );
}

function rooms(floor: string, sources: readonly TextFile[]): string[] {
  const folders = new Map<string, TextFile[]>();
  for (const source of sources.filter(({ path }) => path.startsWith(`${floor}/`))) {
    const folder = dirname(source.path);
    folders.set(folder, [...(folders.get(folder) ?? []), source]);
  }
  return [...folders]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([folder, files]) =>
      [
        `### ${folder}`,
        table(
          ['file', 'is'],
          files.map(({ path, text }) => [code(basename(path)), firstSentence(text)]),
        ),
      ].join('\n\n'),
    );
}

/** Sorted by path, so that the page is the same on every machine. */
async function readAll(root: string, pattern: string): Promise<TextFile[]> {
  const paths: string[] = [];
  for await (const path of glob(pattern, { cwd: root })) paths.push(path);
  return Promise.all(
    paths
      .toSorted(compare)
      .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
