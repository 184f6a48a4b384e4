/** The guard of file and function lengths. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkSizes, FILE_LINES_MAX, FUNCTION_LINES_MAX } from './rules/sizes.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readJson, readSources } from './support/tree.ts';

const baseline = readJson('tests/guards/size-baseline.json', z.record(z.string(), z.int()));
const statements = (count: number): string => 'f();\n'.repeat(count);
const functionOf = (count: number): string => `function long() {\n${statements(count - 2)}}\n`;

test('files have at most 400 lines and functions 70, or their baseline, which only shrinks', () => {
  expect(lines(checkSizes(readSources(), baseline))).toEqual([]);
});

describe('a planted fault is found', () => {
  test('a long file', () => {
    const found = checkSizes(planted({ 'src/a.ts': statements(FILE_LINES_MAX + 1) }), {});

    expect(lines(found)).toEqual([expect.stringContaining('the file has 401 lines, at most 400')]);
  });

  test('a long function, of any kind, by name', () => {
    const arrow = `const arrow = () => {\n${statements(FUNCTION_LINES_MAX)}};\n`;
    const found = checkSizes(
      planted({ 'src/a.ts': functionOf(FUNCTION_LINES_MAX + 1), 'src/b.ts': arrow }),
      {},
    );

    expect(lines(found)).toEqual([
      expect.stringContaining('src/a.ts:1 "long" has 71 lines'),
      expect.stringContaining('src/b.ts:1 "arrow" has 72 lines'),
    ]);
  });

  test('growth beyond the baseline, and a baseline that is higher than needed', () => {
    const sources = planted({ 'src/a.ts': functionOf(80) });

    expect(checkSizes(sources, { 'src/a.ts#long': 80 })).toEqual([]);
    expect(checkSizes(sources, { 'src/a.ts#long': 79 })).toHaveLength(1);
    expect(lines(checkSizes(sources, { 'src/a.ts#long': 90 }))).toEqual([
      expect.stringContaining('lower or remove the entry'),
    ]);
  });

  test('but not the data of a statechart, nor a describe block', () => {
    const data = `const m = () => setup({}).createMachine({\n${'a: 1,\n'.repeat(90)}});\n`;
    const block = `describe('x', () => {\n${statements(90)}});\n`;

    expect(checkSizes(planted({ 'src/a.ts': data, 'tests/a.test.ts': block }), {})).toEqual([]);
  });
});
