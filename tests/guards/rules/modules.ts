/** Rules of a file's cut: named exports, no barrels, no unused code. */
import type { Finding } from '../support/finding.ts';
import type { SourceFile } from '../support/source-file.ts';

/** Files that a tool or a person starts, or that a tool finds by its configuration. */
const ENTRIES: readonly RegExp[] = [
  /^(?:vite|vite\.operator|vitest)\.config\.ts$/,
  /^server\/boot\/main\.ts$/,
  /^server\/kit\/pictures\/picture-worker\.ts$/,
  /^server\/kit\/db\/drizzle\.config\.ts$/,
  /^qa\/main\.ts$/,
  /^scripts\/[^/]+\.ts$/,
  /^src\/(?:console\/)?main\.tsx$/,
  /^tests\/.+\.test\.tsx?$/,
  /^tests\/guards\/print-folder-graph\.ts$/,
  /^tests\/guards\/print-glossary\.ts$/,
  /^tests\/support\/(?:browser|databases)-setup\.ts$/,
  /^tests\/support\/lever\/stage\/stage\.tsx$/,
  /^tests\/support\/(?:end-idle-servers|evm-node-process|resolve-once)\.ts$/,
  /^bench\//,
  /\.d\.ts$/,
];

/** Files whose default export a tool requires. */
const DEFAULT_EXPORTS: readonly RegExp[] = [
  /\.config\.ts$/,
  /\.d\.ts$/,
  /^tests\/support\/(?:browser|databases)-setup\.ts$/,
  /^bench\//,
];

/** Doors re-export by design; `doors.ts` checks them. */
const DOORS = /^server\/areas\/([^/]+)\/\1\.area\.ts$/;

const isOneOf = (path: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(path));

export function checkExports(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap(({ path, exports, imports }) => [
    ...exports
      .filter(({ name }) => name === 'default' && !isOneOf(path, DEFAULT_EXPORTS))
      .map(({ line }) => ({ path, line, message: 'give the export a name; no default exports' })),
    ...imports
      .filter(({ isReExport, file }) => isReExport && file !== null && !DOORS.test(path))
      .map(({ line, specifier }) => ({
        path,
        line,
        message: `no barrels: let the reader import "${specifier}" where the thing lives`,
      })),
  ]);
}

/** The first line of every file says what the file is. */
export function checkHeaders(sources: readonly SourceFile[]): Finding[] {
  return sources
    .filter(({ text }) => !/^(?:\/\*\*|\/\/|#!)/.test(text))
    .map(({ path }) => ({
      path,
      line: 1,
      message: 'begin with a comment that says what this file is',
    }));
}

export function checkUnused(sources: readonly SourceFile[]): Finding[] {
  const users = usersByFile(sources);
  return sources
    .filter(({ path }) => !isOneOf(path, ENTRIES))
    .flatMap((source) => {
      const usedBy = users.get(source.path) ?? [];
      if (usedBy.length === 0)
        return [
          {
            path: source.path,
            line: 1,
            message: 'nothing imports this file; delete it, or name it an entry in modules.ts',
          },
        ];
      return source.exports
        .filter(({ name, isType }) => !isType && !usedBy.some((user) => user.uses(name)))
        .map(({ name, line }) => ({
          path: source.path,
          line,
          message: `nothing imports "${name}"; delete it, or do not export it`,
        }));
    });
}

interface User {
  uses(name: string): boolean;
}

/** Importers of each file, including files that name it in a string (workers, globs, lazy loading). */
function usersByFile(sources: readonly SourceFile[]): ReadonlyMap<string, readonly User[]> {
  const users = new Map<string, User[]>();
  const add = (file: string, user: User): void =>
    void users.set(file, [...(users.get(file) ?? []), user]);
  for (const { path, imports, code } of sources) {
    for (const { file, names } of imports) {
      if (file === null || file === path) continue;
      add(file, {
        uses: (name) =>
          names.includes(name) || (names.includes('*') && new RegExp(`\\b${name}\\b`).test(code)),
      });
    }
  }
  return users;
}
