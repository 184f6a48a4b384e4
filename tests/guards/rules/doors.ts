/** An area is entered by its door, `server/areas/<area>/<area>.area.ts`; the client's areas by their hooks. */
import type { Finding } from '../support/finding.ts';
import type { SourceFile } from '../support/source-file.ts';

const AREA = /^server\/areas\/([^/]+)\//;
const DOOR = /^server\/areas\/([^/]+)\/\1\.area\.ts$/;

const areaOf = (path: string): string | undefined => AREA.exec(path)?.[1];
const doorOf = (area: string): string => `server/areas/${area}/${area}.area.ts`;

/** Tests of an area look inside it. */
const isTestOf = (path: string, area: string): boolean =>
  ['unit', 'server', 'support', 'properties'].some((kind) =>
    path.startsWith(`tests/${kind}/${area}/`),
  );

/** Data and pure functions that tests of several areas need: recipes for their ledgers, and texts for the guards. */
const isOpenToTests = (path: string, file: string): boolean =>
  path.startsWith('tests/') && /-(?:recipes|push-texts)\.ts$/.test(file);

/** Finds imports from outside that bypass the door of an area. */
export function checkEntrances(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ file, line }) => {
      const area = areaOf(file ?? '');
      if (file === null || area === undefined || area === areaOf(path)) return [];
      if (file === doorOf(area) || isTestOf(path, area)) return [];
      if (isOpenToTests(path, file)) return [];
      return [{ path, line, message: `${file} lies past the door; take it from ${doorOf(area)}` }];
    }),
  );
}

/** Each area has a door that only exports names from inside the area which files outside import. */
export function checkDoors(sources: readonly SourceFile[]): Finding[] {
  const areas = new Set(sources.flatMap(({ path }) => areaOf(path) ?? []));
  const doors = new Map(
    sources.flatMap((source) => {
      const area = DOOR.exec(source.path)?.[1];
      return area === undefined ? [] : [[area, source] as const];
    }),
  );
  return [...areas].flatMap((area) => {
    const door = doors.get(area);
    if (door === undefined)
      return [{ path: doorOf(area), line: 1, message: `the area ${area} has no door` }];
    return [...checkContents(door, area), ...checkTaken(door, area, sources)];
  });
}

function checkContents({ path, program, imports, code }: SourceFile, area: string): Finding[] {
  const others = program.body.some(
    (node) => node.type !== 'ExportNamedDeclaration' || node.source === null,
  );
  const message = 'a door holds nothing of its own: only `export { … } from` files of its area';
  return [
    ...(others || /\bexport\s*\*/.test(code) ? [{ path, line: 1, message }] : []),
    ...imports
      .filter(({ file }) => areaOf(file ?? '') !== area)
      .map(({ line }) => ({ path, line, message })),
  ];
}

/** Tests do not widen a door. */
function checkTaken(door: SourceFile, area: string, sources: readonly SourceFile[]): Finding[] {
  const taken = new Set(
    sources
      .filter(({ path }) => !path.startsWith('tests/') && areaOf(path) !== area)
      .flatMap(({ imports }) => imports.filter(({ file }) => file === door.path))
      .flatMap(({ names }) => names),
  );
  return door.exports
    .filter(({ name }) => !taken.has(name))
    .map(({ name, line }) => ({
      path: door.path,
      line,
      message: `nobody outside takes "${name}"; leave it out of the door`,
    }));
}

const CLIENT_AREA = /^src\/app\/(?!(?:core|router)\/)([^/]+)\//;
const VIEWS_OF_AREA = /^src\/views\/(?!parts\/)([^/]+)\//;
const SCREENS_ARE_FOR = /^src\/(?:app\/router|console)\//;
const HOOK = /\/use-[\w-]+\.tsx?$/;

/** Files of a client area, other than its hooks, that the router and the named areas may import. */
const CLIENT_DOORS: Readonly<Record<string, RegExp>> = {
  'src/app/fiat/fiat-notices.tsx': /^src\/app\/router\//,
  'src/app/lever/lever-notices.tsx': /^src\/app\/router\//,
  'src/app/micro/micro-notices.tsx': /^src\/app\/router\//,
  'src/app/market/quote-view.ts': /^src\/app\/spot\//,
  'src/app/spot/fill-notices.tsx': /^src\/app\/router\//,
  'src/app/verification/verification-updates.tsx': /^src\/app\/router\//,
};

/** Finds client files that import more of an area than its hooks, or that import screens without being the router. */
export function checkClientEntrances(sources: readonly SourceFile[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ file, line }) => {
        const message = clientComplaint(path, file ?? '');
        return message === null ? [] : [{ path, line, message }];
      }),
    );
}

function clientComplaint(path: string, file: string): string | null {
  const area = CLIENT_AREA.exec(file)?.[1];
  const screens = VIEWS_OF_AREA.exec(file)?.[1];
  if (area !== undefined && !path.startsWith(`src/app/${area}/`)) {
    if (HOOK.test(file) || CLIENT_DOORS[file]?.test(path) === true) return null;
    return `${file} is not a hook: src/app/${area} keeps it to itself`;
  }
  if (screens === undefined || path.startsWith(`src/views/${screens}/`)) return null;
  if (SCREENS_ARE_FOR.test(path)) return null;
  return `${file}: only src/app/router shows the screens of an area`;
}
