/** The table of area words in docs/GLOSSARY.md, compared with the folders and files that exist. */
import type { Finding } from '../support/finding.ts';
import { lineOf } from '../support/source-file.ts';
import type { TextFile } from '../support/tree.ts';

/** The column with translation files instead of folders. */
export const NAMESPACES = 'namespaces';

interface Named {
  readonly floor: string;
  readonly name: string;
  readonly line: number;
}

/**
 * @param foldersOf names of the folders directly in a floor, such as `server/areas/`, or of the files of
 *   a floor without folders. A floor may end with the beginning of the names of its files, such as
 *   `streams/decode-`; their names here come after it. For {@link NAMESPACES} the translation files without `.json`.
 * @param required floors that must have a column or a row with a name.
 */
export function checkAreas(
  { path, text }: TextFile,
  foldersOf: (floor: string) => readonly string[],
  required: readonly string[] = [],
): Finding[] {
  const floors = floorsOf(text);
  if (floors.length === 0) return [{ path, line: 1, message: 'there is no table of areas' }];
  const rows = new Set([...floors, ...sharedCells(text).map(({ floor }) => floor)]);
  const unlisted = required
    .filter((floor) => !rows.has(floor))
    .map((floor) => ({ path, line: 1, message: `${floor} has neither a column nor a row` }));
  const named = [...areaCells(text, floors), ...sharedCells(text)];
  const columns = floors.flatMap((floor) => {
    const folders = foldersOf(floor);
    const here = named.filter((cell) => cell.floor === floor);
    const missing = here
      .filter(({ name }) => !folders.includes(name))
      .map(({ name, line }) => ({ path, line, message: `${floor} has no "${name}"` }));
    const unnamed = folders
      .filter((folder) => !here.some(({ name }) => name === folder))
      .map((folder) => ({
        path,
        line: lineOf(text, text.indexOf(HEAD)),
        message: `"${folder}" of ${floor} is neither an area of the table nor named as no area`,
      }));
    return [...missing, ...unnamed];
  });
  return [...unlisted, ...columns, ...checkFloorsWithoutColumn({ path, text }, floors, foldersOf)];
}

/**
 * Floors without a column: the console and its calls, and floors of files. A name is an area, begins with one, or is
 * named as no area.
 */
function checkFloorsWithoutColumn(
  { path, text }: TextFile,
  floors: readonly string[],
  foldersOf: (floor: string) => readonly string[],
): Finding[] {
  const areas = rowsBelow(text, HEAD)
    .slice(2)
    .map(({ text: row }) => cellsOf(row)[0] ?? '');
  const shared = sharedCells(text).filter(({ floor }) => !floors.includes(floor));
  return [...new Set(shared.map(({ floor }) => floor))].flatMap((floor) => {
    const here = shared.filter((cell) => cell.floor === floor);
    const folders = foldersOf(floor);
    const missing = here
      .filter(({ name }) => !folders.includes(name))
      .map(({ name, line }) => ({ path, line, message: `${floor} has no "${name}"` }));
    const foreign = folders
      .filter((folder) => !areas.some((area) => folder === area || folder.startsWith(`${area}-`)))
      .filter((folder) => !here.some(({ name }) => name === folder))
      .map((folder) => ({
        path,
        line: here[0]?.line ?? 1,
        message: `"${folder}" of ${floor} is no word of an area`,
      }));
    return [...missing, ...foreign];
  });
}

const HEAD = '| area |';
const SHARED_HEAD = '| floor |';

/** The floors of the header row, after the columns "area" and "owns". */
function floorsOf(text: string): string[] {
  return cellsOf(rowsBelow(text, HEAD)[0]?.text ?? '')
    .slice(2)
    .map((cell) => cell.replaceAll('`', ''));
}

/** An area folder has the name of its area; only namespaces may differ, and more than one may belong to an area. */
function areaCells(text: string, floors: readonly string[]): Named[] {
  return rowsBelow(text, HEAD)
    .slice(2)
    .flatMap(({ text: row, line }) => {
      const [area = '', , ...cells] = cellsOf(row);
      return cells.flatMap((cell, column) => {
        const floor = floors[column] ?? '';
        return namesIn(cell).map((name) => ({
          floor,
          name: floor === NAMESPACES || name === area ? name : `${name} (another word for ${area})`,
          line,
        }));
      });
    });
}

function sharedCells(text: string): Named[] {
  return rowsBelow(text, SHARED_HEAD)
    .slice(2)
    .flatMap(({ text: row, line }) => {
      const [floor = '', names = ''] = cellsOf(row);
      return namesIn(names).map((name) => ({ floor: floor.replaceAll('`', ''), name, line }));
    });
}

const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(({ 1: name = '' }) => name);

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The lines of the table whose head begins with `head`: the head itself, the rule below it, the rows. */
function rowsBelow(text: string, head: string): { readonly text: string; readonly line: number }[] {
  const all = text.split('\n').map((row, index) => ({ text: row, line: index + 1 }));
  const start = all.findIndex((row) => row.text.startsWith(head));
  if (start === -1) return [];
  const length = all.slice(start).findIndex((row) => !row.text.startsWith('|'));
  return all.slice(start, length === -1 ? all.length : start + length);
}
