/** The guard of docs/SPEC-COVERAGE.md: no statement without a test or a reason, no test that does not exist. */
import { describe, expect, test } from 'vitest';
import { readSpecCoverage, type SpecCoverage } from '../../qa/docs/spec-coverage.ts';
import { checkSpecCoverage } from './rules/spec-coverage.ts';
import { lines } from './support/finding.ts';
import { parseSource } from './support/source-file.ts';
import { readSources, readTree, ROOT } from './support/tree.ts';

test('every statement of the specification names existing tests or a reason', async () => {
  const tests = readSources(readTree().filter(({ path }) => path.startsWith('tests/')));

  expect(lines(checkSpecCoverage(await readSpecCoverage(ROOT), tests))).toEqual([]);
});

describe('a planted fault is found', () => {
  const FILE = 'tests/unit/a.test.ts';
  const sources = [parseSource(FILE, "test('a door opens', () => {});")];
  const found = (...statements: SpecCoverage['sections'][number]['statements']) =>
    lines(
      checkSpecCoverage({ sections: [{ number: 3, title: 'Doors', statements }] }, sources),
    ).map((line) => line.replace(/^\S+ /, ''));

  test('but not a statement with its test, or with a reason', () => {
    expect(
      found(
        { id: '3.1', text: 'Doors open.', tests: { [FILE]: ['a door opens'] } },
        { id: '3.2', text: 'Doors are green.', gap: 'No test looks at them.' },
      ),
    ).toEqual([]);
  });

  test('a statement without a test or a reason', () => {
    expect(found({ id: '3.1', text: 'Doors open.' })).toEqual([
      '3.1 names no test; name one, or write the reason as its gap',
    ]);
  });

  test('a test that no longer exists, and a file that is gone', () => {
    const tests = { [FILE]: ['a door closes'], 'tests/unit/b.test.ts': ['a door opens'] };
    expect(found({ id: '3.1', text: 'Doors open.', tests })).toEqual([
      `3.1 names "a door closes", which is no test of ${FILE}`,
      '3.1 names tests/unit/b.test.ts, which does not exist',
    ]);
  });

  test('a statement that is left out', () => {
    expect(found({ id: '3.2', text: 'Doors open.', gap: 'No test opens one.' })).toEqual([
      '3.2 stands at 3.1: ids count up and none is left out',
    ]);
  });
});
