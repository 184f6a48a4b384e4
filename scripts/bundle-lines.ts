/**
 * Writes which line of which source each line of a bundle comes from, for `stack-lines.ts`. A source map says the
 * same, but reading one of this size holds up a server for tenths of a second at its first error.
 */
import { decode } from '@jridgewell/sourcemap-codec';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './apps.ts';
import { LINES, SOURCES, WORDS_PER_ROW } from './stack-lines.ts';

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** A row: line and column of the script, number of the source, line of the source; lines begin with 1. */
type Row = readonly [line: number, column: number, source: number, sourceLine: number];

/** Replaces all source maps in the folder of a bundle. */
export function writeLines(folder: string): void {
  const sources: string[] = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js.map'))) {
    const file = path.join(folder, name);
    const map = JSON.parse(readFileSync(file, 'utf8')) as SourceMap;
    const rows = rowsOf(map.mappings, sources.length);
    sources.push(...map.sources.map((source) => path.relative(ROOT, path.resolve(folder, source))));
    const words = new Uint32Array(rows.length * WORDS_PER_ROW);
    rows.forEach((row, index) => words.set(row, index * WORDS_PER_ROW));
    writeFileSync(path.join(folder, name.replace(/\.map$/, LINES)), words);
    rmSync(file);
  }
  writeFileSync(path.join(folder, SOURCES), JSON.stringify(sources));
}

/** The places at which another line of the sources begins. @param firstSource number of the map's first source. */
export function rowsOf(mappings: string, firstSource: number): readonly Row[] {
  const rows: Row[] = [];
  for (const [index, segments] of decode(mappings).entries()) {
    let last: Row | undefined;
    for (const [column, source, sourceLine = 0] of segments) {
      // Code without a source, such as a helper of the bundler.
      if (source === undefined) continue;
      const row = [index + 1, column + 1, firstSource + source, sourceLine + 1] as const;
      if (last?.[2] === row[2] && last[3] === row[3]) continue;
      last = row;
      rows.push(row);
    }
  }
  return rows;
}
