/** The guard against circular imports. */
import { expect, test } from 'vitest';
import { checkCircles } from './rules/circles.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readSources } from './support/tree.ts';

test('no file imports itself, directly, through others, or for types only', () => {
  expect(lines(checkCircles(readSources()))).toEqual([]);
});

test.each([
  [
    'of two',
    { 'server/a.ts': "import { b } from './b.ts';", 'server/b.ts': "import { a } from './a.ts';" },
  ],
  [
    'of types alone',
    {
      'src/a.ts': "import type { B } from './b.ts';",
      'src/b.ts': "import type { A } from './a.ts';",
    },
  ],
  [
    'by an import on demand',
    { 'qa/a.ts': "const b = import('./b.ts');", 'qa/b.ts': "import type { A } from './a.ts';" },
  ],
  [
    'over a list of exports',
    { 'server/a.ts': "export { b } from './b.ts';", 'server/b.ts': "import { a } from './a.ts';" },
  ],
])('a planted circle is found: %s', (_, files: Record<string, string>) => {
  expect(lines(checkCircles(planted(files)))).toEqual([
    expect.stringMatching(/a\.ts:1 imports itself: \w+\/b\.ts, \w+\/a\.ts;/),
  ]);
});

test('a long circle is found once, with its path, without the files that only lead into it', () => {
  const found = checkCircles(
    planted({
      'contract/a.ts': "import { b } from './b.ts';",
      'contract/b.ts': "import { c } from './c.ts';",
      'contract/c.ts': "import { d } from './d.ts'; import { b } from './b.ts';",
      'contract/d.ts': '',
    }),
  );

  expect(lines(found)).toEqual([
    expect.stringContaining('contract/b.ts:1 imports itself: contract/c.ts, contract/b.ts;'),
  ]);
});
