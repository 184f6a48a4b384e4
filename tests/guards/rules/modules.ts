/** Rules of a file's cut: named exports, no barrels, no unused code. */
import type { Finding } from '../support/finding.ts';
import type { SourceFile } from '../support/source-file.ts';

/** Files that a tool or a developer starts, or that a tool finds by its configuration. */
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
  /^tests\/support\/(?:pages\/browser|databases\/databases)-setup\.ts$/,
  /^tests\/support\/lever\/stage\/stage\.tsx$/,
  /^tests\/support\/(?:servers\/(?:host-program|server-setup)|custody\/evm-node-process)\.ts$/,
  /^bench\//,
  /\.d\.ts$/,
];

/**
 * Types that no file imports, but that the compiler writes into the declarations of other files (TS4023, TS4058).
 * An entry that became needless is a finding.
 */
const DECLARED_TYPES: Readonly<Record<string, readonly string[]>> = {
  'machines/app/core/command-outcome.machine.ts': ['CommandOutcomeContext'],
  'machines/app/core/query.machine.ts': ['QueryContext'],
  'machines/app/core/submission.machine.ts': ['SubmissionContext', 'SubmissionInput'],
  'machines/domain/feedback/feedback-ticket.machine.ts': [
    'FeedbackTicketContext',
    'FeedbackTicketInput',
  ],
  'machines/domain/fiat/fiat-ad.machine.ts': ['FiatAdInput'],
  'machines/domain/verification/kyc-review.machine.ts': ['KycReviewInput'],
  'server/edge/ws/gateway.ts': ['Gateway'],
  'server/engine/lever/dealing-core.ts': ['AccountView', 'Exposure'],
  'server/boot/roles/review-services.ts': ['Desk'],
  'server/boot/roles/price-index.ts': ['OpenedIndex'],
  'src/console/forms/decision-forms.ts': ['ReplyFields'],
  'src/console/forms/fiat-forms.ts': ['DisputeMessageFields'],
  'tests/support/memory-browser.ts': ['MemoryBrowser'],
};

/** Files whose default export a tool requires. */
const DEFAULT_EXPORTS: readonly RegExp[] = [
  /\.config\.ts$/,
  /\.d\.ts$/,
  /^tests\/support\/(?:pages\/browser|databases\/databases)-setup\.ts$/,
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
        .filter(({ name }) => !usedBy.some((user) => user.uses(name)))
        .filter(({ name }) => DECLARED_TYPES[source.path]?.includes(name) !== true)
        .map(({ name, line }) => ({
          path: source.path,
          line,
          message: `nothing imports "${name}"; delete it, or do not export it`,
        }));
    });
}

/** Finds entries of {@link DECLARED_TYPES} whose type a file imports, or that nothing exports. */
export function checkDeclaredTypes(sources: readonly SourceFile[]): Finding[] {
  const users = usersByFile(sources);
  return Object.entries(DECLARED_TYPES).flatMap(([path, names]) => {
    const exported = sources.find((source) => source.path === path)?.exports ?? [];
    return names
      .filter(
        (name) =>
          !exported.some((each) => each.name === name && each.isType) ||
          users.get(path)?.some((user) => user.uses(name)) === true,
      )
      .map((name) => ({
        path,
        line: 1,
        message: `"${name}" needs no exception; take it off DECLARED_TYPES in modules.ts`,
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
