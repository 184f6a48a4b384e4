/** The hand-written faults: the checks notice those of the machines, and each is found by its name. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { checksThatNotice } from '../../qa/mutants/machine-checks.ts';
import type { MachineMutant } from '../../qa/mutants/mutant.ts';
import { faultsIn } from '../../qa/mutants/area-mutant.ts';
import { chosenMutants, MUTANTS, PLACES } from '../../qa/mutants/mutants.ts';
import { planted } from '../../qa/mutants/source-tree.ts';
import { isCaught, verdictLine, verdictTable } from '../../qa/mutants/verdicts.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OF_MACHINES = MUTANTS.filter((mutant): mutant is MachineMutant => mutant.place === 'machine');
const AREAS = [
  'spot',
  'ledger',
  'wallet',
  'custody',
  'market',
  'lifecycle',
  'edge',
  'fiat',
  'lever',
  'micro',
  'staking',
  'ieo',
];

test('all have names of their own, in machines, server, pages and every area', () => {
  const counts = Object.groupBy(MUTANTS, ({ place }) => place);

  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  expect([counts.machine, counts.server, counts.page].map((all) => all?.length)).toEqual([
    23, 14, 15,
  ]);
  expect(PLACES).toEqual(['machine', 'server', 'page', ...AREAS]);
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

test('a fault whose place is missing or ambiguous cannot be planted', () => {
  const fault = { file: 'a.ts', edits: [['one', 'two']] } as const;

  expect(() => planted('none', { ...fault, edits: [['missing', '']] })).toThrow('0 times');
  expect(() => planted('one one', fault)).toThrow('"one" is 2 times in a.ts, not once');
});

test('a fault of an area is named after it and knows the project of its test', () => {
  const [fault] = faultsIn('spot', 'a.ts', 'tests/server/a.test.ts', [
    ['late', 'it is late', 'a', 'b'],
  ]);

  expect(fault).toMatchObject({
    place: 'spot',
    name: 'spot-late',
    edits: [['a', 'b']],
    check: { project: 'server', file: 'tests/server/a.test.ts' },
  });
  expect(() => faultsIn('spot', 'a.ts', 'tests/e2e/a.test.ts', [])).toThrow('no unit or server');
});

test('faults are chosen by place, by name or by how the name begins', () => {
  const names = (...wanted: readonly string[]) =>
    chosenMutants(MUTANTS, wanted).map(({ name }) => name);

  expect(names('page')).toHaveLength(15);
  expect(names('ad-')).toHaveLength(6);
  expect(names('ledger').every((name) => name.startsWith('ledger-'))).toBe(true);
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
