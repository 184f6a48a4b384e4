/**
 * Writes which line of which source each line of a bundle comes from, for `stack-lines.ts`. A source map says the
 * same, but reading one of this size holds up a server for tenths of a second at its first error.
 */
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

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUE_OF_DIGIT = new Map([...DIGITS].map((digit, value) => [digit, value]));
/** Each digit has five bits, and one that says that another digit follows. */
const BITS = 5;
const FOLLOWED = 1 << BITS;

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
  let source = firstSource;
  let sourceLine = 1;
  for (const [index, segments] of mappings.split(';').entries()) {
    let column = 0;
    let last: Row | undefined;
    for (const segment of segments.split(',')) {
      const [columns = 0, sources, sourceLines = 0] = numbersOf(segment);
      column += columns;
      // Code without a source, such as a helper of the bundler.
      if (sources === undefined) continue;
      source += sources;
      sourceLine += sourceLines;
      if (last !== undefined && last[2] === source && last[3] === sourceLine) continue;
      last = [index + 1, column + 1, source, sourceLine];
      rows.push(last);
    }
  }
  return rows;
}

/** Decodes numbers in base 64 whose lowest bit is the sign. */
function numbersOf(segment: string): readonly number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = VALUE_OF_DIGIT.get(digit) ?? 0;
    value += (bits & (FOLLOWED - 1)) << shift;
    shift += BITS;
    if ((bits & FOLLOWED) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
