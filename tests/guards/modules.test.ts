/** The guard of files: exports, first lines, unused code. */
import { describe, expect, test } from 'vitest';
import { checkDeclaredTypes, checkExports, checkHeaders, checkUnused } from './rules/modules.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readSources } from './support/tree.ts';

const sources = readSources();

test('exports have names and are not passed on', () => {
  expect(lines(checkExports(sources))).toEqual([]);
});

test('every file says in its first line what it is', () => {
  expect(lines(checkHeaders(sources))).toEqual([]);
});

test('every file is imported, and every exported value and type', () => {
  expect(lines(checkUnused(sources))).toEqual([]);
  expect(lines(checkDeclaredTypes(sources))).toEqual([]);
});

describe('a planted fault is found', () => {
  test('a default export', () => {
    const found = checkExports(planted({ 'src/ui/button.tsx': 'export default function B() {}' }));

    expect(lines(found)).toEqual([expect.stringContaining('give the export a name')]);
  });

  test.each(["export * from './a.ts';", "export { a } from './a.ts';"])('a barrel: %s', (text) => {
    const found = checkExports(planted({ 'src/ui/index.ts': text }));

    expect(lines(found)).toEqual([expect.stringContaining('no barrels')]);
  });

  test.each([
    'server/a.ts',
    'src/a.tsx',
    'tests/unit/spot/a.test.ts',
    'bench/fiat/a.ts',
    'vite.config.ts',
  ])('a file without a first-line description: %s', (path) => {
    const found = checkHeaders(planted({ [path]: "import { b } from './b.ts';" }));

    expect(lines(found)).toEqual([expect.stringContaining('begin with a comment')]);
  });

  test('a file that nothing imports', () => {
    const found = checkUnused(planted({ 'server/old.ts': 'export const a = 1;' }));

    expect(lines(found)).toEqual([expect.stringContaining('server/old.ts:1 nothing imports this')]);
  });

  test('an exported value or type that nothing imports, unlike one taken by name, namespace or lazily', () => {
    const found = checkUnused(
      planted({
        'server/boot/main.ts':
          "import { a } from './lib.ts';\nimport * as lib from './lib.ts';\nlib.b(a);\nconst c = import('./lib.ts').then((m) => m.c);",
        'server/boot/lib.ts':
          'export const a = 1;\nexport const b = 2;\nexport const c = 3;\nexport const d = 4;\nexport type E = 5;',
      }),
    );

    expect(lines(found)).toEqual([
      'server/boot/lib.ts:4 nothing imports "d"; delete it, or do not export it',
      'server/boot/lib.ts:5 nothing imports "E"; delete it, or do not export it',
    ]);
  });

  test('an exception for a type that is gone', () => {
    expect(lines(checkDeclaredTypes(planted({})))).toContainEqual(
      expect.stringContaining('take it off DECLARED_TYPES'),
    );
  });
});
