/** The hand-written faults: each can still be planted, and the checks notice those of the machines. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checksThatNotice } from '../../qa/mutants/machine-checks.ts';
import type { MachineMutant, SourceMutant } from '../../qa/mutants/mutant.ts';
import { chosenMutants, MUTANTS } from '../../qa/mutants/mutants.ts';
import { planted } from '../../qa/mutants/source-tree.ts';
import { isCaught, verdictLine, verdictTable } from '../../qa/mutants/verdicts.ts';
import { parseSource } from '../guards/support/source-file.ts';
import { testNamesOf, type TestName } from '../guards/support/test-names.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OF_MACHINES = MUTANTS.filter((mutant): mutant is MachineMutant => mutant.place === 'machine');
const OF_SOURCES = MUTANTS.filter((mutant): mutant is SourceMutant => mutant.place !== 'machine');

test('there are forty-five of them, with names of their own, in machines, server and pages', () => {
  expect(MUTANTS).toHaveLength(45);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(45);
  expect(new Set(MUTANTS.map(({ place }) => place))).toEqual(
    new Set(['machine', 'server', 'page']),
  );
});

test.each(OF_MACHINES)(
  '$name: a path or refusal and a page or rule notice the fault',
  async (mutant) => {
    const caughtBy = await checksThatNotice(mutant, ROOT);

    expect(caughtBy).toEqual(
      expect.arrayContaining([expect.stringMatching(/^a (?:path|refusal) of the machine$/)]),
    );
    expect(caughtBy).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:the committed page$|rule: )/)]),
    );
  },
);

test('no check reports a machine without a fault', async () => {
  for (const mutant of OF_MACHINES.slice(0, 1).concat(OF_MACHINES.slice(-1)))
    expect(await checksThatNotice({ ...mutant, change: (machine) => machine }, ROOT)).toEqual([]);
});

test.each(OF_SOURCES)('$name can be planted, and its check is there', ({ check, ...mutant }) => {
  const source = readFileSync(path.join(ROOT, mutant.file), 'utf8');
  const tests = readFileSync(path.join(ROOT, check.file), 'utf8');

  expect(planted(source, mutant)).not.toBe(source);
  expect(testNamesOf(parseSource(check.file, tests)).filter(isChosenBy(check))).not.toEqual([]);
});

/** A table inserts its case before the colon of a title. */
function isChosenBy({ tests = '' }: SourceMutant['check']): (name: TestName) => boolean {
  const inserted = /^\^?([^:]*): /.exec(tests)?.[1] ?? '';
  return ({ text }) => new RegExp(tests).test(text.replace('%s', inserted));
}

test('a fault whose place is missing or ambiguous cannot be planted', () => {
  const fault = { file: 'a.ts', edits: [['one', 'two']] } as const;

  expect(() => planted('none', { ...fault, edits: [['missing', '']] })).toThrow('0 times');
  expect(() => planted('one one', fault)).toThrow('"one" is 2 times in a.ts, not once');
});

test('faults are chosen by place, by name or by how the name begins', () => {
  const names = (...wanted: readonly string[]) =>
    chosenMutants(MUTANTS, wanted).map(({ name }) => name);

  expect(names('page')).toHaveLength(8);
  expect(names('ad-')).toHaveLength(6);
  expect(names('server-wrong-payee', 'ad-oversold')).toEqual(['ad-oversold', 'server-wrong-payee']);
  expect(names('nothing')).toEqual([]);
});

test('a verdict says which check noticed the fault, that none did, or why it was not tried', () => {
  const [mutant] = OF_MACHINES;
  if (mutant === undefined) throw new Error('no fault');
  const verdicts = [
    { mutant, caughtBy: ['a path of the machine', 'the committed page'], problem: null },
    { mutant, caughtBy: [], problem: null },
    { mutant, caughtBy: ['a path'], problem: 'it does not build' },
  ];

  expect(verdicts.map(isCaught)).toEqual([true, false, false]);
  expect(verdicts.map(verdictLine)).toEqual([
    `caught  machine ${mutant.name}: a path of the machine and 1 more`,
    `ALIVE   machine ${mutant.name}: NOT NOTICED`,
    `ALIVE   machine ${mutant.name}: it does not build`,
  ]);
  expect(verdictTable(verdicts)).toMatch(/^1 of 3 planted faults were noticed\./);
});
