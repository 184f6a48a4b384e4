/** Documents are true: links lead somewhere, commands exist, folder pages stay short. */
import { dirname, join } from 'node:path/posix';
import { holdersOf } from '../../../qa/docs/source-words.ts';
import type { Finding } from '../support/finding.ts';
import { lineOf } from '../support/source-file.ts';
import type { TextFile } from '../support/tree.ts';

const FOLDER_README_LINES_MAX = 60;
/** READMEs of whole products may be longer than those of a folder. */
const LONG_READMES = new Set(['README.md', 'bench/README.md']);

/** @param exists returns whether a path from the repository root exists. */
export function checkLinks(
  documents: readonly TextFile[],
  exists: (path: string) => boolean,
): Finding[] {
  return documents.flatMap(({ path, text }) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)[^)]*\)/g)].flatMap(({ 1: link = '', index }) => {
      const target = link.replace(/#.*$/, '');
      if (target === '' || /^(?:https?:|mailto:)/.test(target)) return [];
      const file = join(dirname(path), target);
      return exists(file)
        ? []
        : [{ path, line: lineOf(text, index), message: `the link to ${link} leads nowhere` }];
    }),
  );
}

/** Files of ours in backticks, written from the root: `server/boot/main.ts`. Patterns and examples are left out. */
export function checkPaths(
  documents: readonly TextFile[],
  exists: (path: string) => boolean,
): Finding[] {
  const named =
    /`((?:contract|machines|streams|src|server|locales|qa|tests|bench|scripts|docs)\/[\w./-]+\.\w+)`/g;
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(named)].flatMap(({ 1: file = '', index }) =>
      exists(file) ? [] : [{ path, line: lineOf(text, index), message: `there is no ${file}` }],
    ),
  );
}

/** `npm run x`, `npm start` and `npm test`, in any document. */
export function checkScripts(
  documents: readonly TextFile[],
  scripts: readonly string[],
): Finding[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run ([a-z][\w:-]*)|\bnpm (start|test)\b/g)].flatMap(
      ({ 1: run, 2: lifeCycle, index }) => {
        const name = run ?? lifeCycle ?? '';
        if (scripts.includes(name)) return [];
        const message = `package.json has no script "${name}"`;
        return [{ path, line: lineOf(text, index), message }];
      },
    ),
  );
}

export function checkReadmes(documents: readonly TextFile[]): Finding[] {
  return documents
    .filter(({ path }) => /(?:^|\/)README\.md$/.test(path) && !LONG_READMES.has(path))
    .filter(({ path }) => !path.startsWith('docs/generated/'))
    .flatMap(({ path, text }) => {
      const lines = text.trimEnd().split('\n').length;
      if (lines <= FOLDER_README_LINES_MAX) return [];
      const message = `${lines} lines, at most ${FOLDER_README_LINES_MAX}; move the rest to docs/`;
      return [{ path, line: 1, message }];
    });
}

/** READMEs, and the folders whose subfolders each of them names. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  'machines/README.md': ['machines'],
  'qa/README.md': ['qa'],
  'server/README.md': ['server', 'server/areas', 'server/boot', 'server/edge', 'server/kit'],
  'server/engine/README.md': ['server/engine'],
  'server/ledger/README.md': ['server/ledger'],
  'src/README.md': ['src'],
  'tests/README.md': ['tests'],
};

/** READMEs name, in backticks, every folder that they are about, and the ledger's every file of recipes. */
export function checkFoldersNamed(files: readonly TextFile[]): Finding[] {
  return Object.entries(NAMED_BY).flatMap(([readme, folders]) => {
    const text = files.find(({ path }) => path === readme)?.text ?? '';
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(({ 1: words = '' }) => words).join(' ');
    const inside = files.flatMap(({ path }) => {
      const folder = folders.findLast((parent) => path.startsWith(`${parent}/`));
      const [name, rest] = path.slice(`${folder ?? ''}/`.length).split('/');
      if (folder === undefined || name === undefined) return [];
      return rest !== undefined || /^recipes[\w-]*\.ts$/.test(name) ? [name] : [];
    });
    return [...new Set(inside)]
      .filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code))
      .map((name) => ({ path: readme, line: 1, message: `name ${name} and say what it owns` }));
  });
}

/** Each line of the list of differences from the specification names the file or decision it is about. */
export function checkSpecNotes({ path, text }: TextFile): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    if (!line.startsWith('- ') || /`[\w-]+\/[\w./-]+\.\w+`|\]\(adr\//.test(line)) return [];
    return [{ path, line: index + 1, message: 'the line names no file and no decision' }];
  });
}

/** Each decision names, in its third line, the code, test or guard that holds it; the page of places lists them. */
export function checkHolders(decisions: readonly TextFile[]): Finding[] {
  return decisions.flatMap(({ path, text }) =>
    holdersOf(text) === undefined
      ? [{ path, line: 3, message: 'write "Held by: `file`." with the code or test that holds it' }]
      : [],
  );
}

/** Blanks fenced and inline code, which holds no links, and keeps the lines. */
function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, ' '));
}
