/** Lets stacks of a bundled server name the lines of its sources. They are read at the first stack that is asked for. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** End of the name of a script's lines: rows of four unsigned words, in order. */
export const LINES = '.lines';
/** Paths of all sources in the order of their numbers, from the root of the project. */
export const SOURCES = 'sources.json';
export const WORDS_PER_ROW = 4;

/** `address:line:column` of a script. */
const PLACE = /(file:\/\/.+?\.js):(\d+):(\d+)/;

/**
 * Replaces the places in all stacks of this process that are in scripts of a bundle.
 * @param folder of the bundle.
 * @param root folder of the project.
 */
export function nameSourceLines(folder: string, root: string): void {
  const base = `${pathToFileURL(folder).href}/`;
  const rowsOf = kept((script) => readRows(path.join(folder, script + LINES)));
  const sources = kept((file) => JSON.parse(readFileSync(file, 'utf8')) as readonly string[]);
  const sourceOf = (place: string, script: string, line: string, column: string): string => {
    if (!script.startsWith(base)) return place;
    try {
      const row = rowAt(rowsOf(script.slice(base.length)), Number(line), Number(column));
      if (row === undefined) return place;
      const source = sources(path.join(folder, SOURCES))[row.source] ?? '';
      return `${pathToFileURL(path.join(root, source)).href}:${row.line}`;
    } catch {
      // Without its lines, the place in the script is better than no stack.
      return place;
    }
  };
  Error.prepareStackTrace = (error, sites) =>
    [headOf(error), ...sites.map((site) => `    at ${String(site).replace(PLACE, sourceOf)}`)].join(
      '\n',
    );
}

/** The first line of a stack. Node adds the code of its own errors, and so does this. */
function headOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  const head = Error.prototype.toString.call(error);
  return typeof code === 'string' && code.startsWith('ERR_')
    ? head.replace(error.name, `${error.name} [${code}]`)
    : head;
}

/** Returns the row of the last place at or before that one in the same line of the script. */
export function rowAt(
  rows: Uint32Array,
  line: number,
  column: number,
): { readonly source: number; readonly line: number } | undefined {
  const word = (row: number, index: number) => rows[row * WORDS_PER_ROW + index] ?? 0;
  let after = 0;
  let end = rows.length / WORDS_PER_ROW;
  while (after < end) {
    const middle = (after + end) >>> 1;
    const isAfter =
      word(middle, 0) > line || (word(middle, 0) === line && word(middle, 1) > column);
    if (isAfter) end = middle;
    else after = middle + 1;
  }
  const row = after - 1;
  if (row < 0 || word(row, 0) !== line) return undefined;
  return { source: word(row, 2), line: word(row, 3) };
}

function readRows(file: string): Uint32Array {
  // A copy begins at a multiple of four bytes.
  return new Uint32Array(new Uint8Array(readFileSync(file)).buffer);
}

function kept<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const value = known.get(name) ?? read(name);
    known.set(name, value);
    return value;
  };
}
