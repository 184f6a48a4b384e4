/** Lines of a bundle: what is read from a source map, and the search in it. */
import { expect, test } from 'vitest';
import { rowsOf } from '../../../scripts/bundle-lines.ts';
import { rowAt } from '../../../scripts/stack-lines.ts';

/** A script of four lines: two sources in the first, nothing in the second, code of the bundler in the third. */
const MAPPINGS = 'AAAA,IAAI,IACA,QCgCjB;;A;UDjCA';

const ROWS = [
  [1, 1, 5, 1],
  [1, 9, 5, 2],
  [1, 17, 6, 34],
  [4, 11, 5, 1],
] as const;

test('a row is where another line of the sources begins', () => {
  expect(rowsOf(MAPPINGS, 5)).toEqual(ROWS);
});

test('a place belongs to the last row before it in its line', () => {
  const rows = new Uint32Array(ROWS.flat());
  expect(rowAt(rows, 1, 1)).toEqual({ source: 5, line: 1 });
  expect(rowAt(rows, 1, 8)).toEqual({ source: 5, line: 1 });
  expect(rowAt(rows, 1, 9)).toEqual({ source: 5, line: 2 });
  expect(rowAt(rows, 1, 900)).toEqual({ source: 6, line: 34 });
  expect(rowAt(rows, 4, 11)).toEqual({ source: 5, line: 1 });
});

test('a place without a row in its line has no source', () => {
  const rows = new Uint32Array(ROWS.flat());
  expect([rowAt(rows, 2, 5), rowAt(rows, 3, 5), rowAt(rows, 4, 10), rowAt(rows, 9, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(rowAt(new Uint32Array(), 1, 1)).toBeUndefined();
});
