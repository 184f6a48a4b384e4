/** The guard of planted faults: each can still be planted, and the test that must notice it is there. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SourceMutant } from '../../qa/mutants/mutant.ts';
import { MUTANTS } from '../../qa/mutants/mutants.ts';
import { planted } from '../../qa/mutants/source-tree.ts';
import { parseSource } from './support/source-file.ts';
import { testNamesOf, type TestName } from './support/test-names.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OF_SOURCES = MUTANTS.filter((mutant): mutant is SourceMutant => mutant.place !== 'machine');

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const names = new Map<string, readonly TestName[]>();

function namesOf(file: string): readonly TestName[] {
  const known = names.get(file) ?? testNamesOf(parseSource(file, textOf(file)));
  names.set(file, known);
  return known;
}

test.each(OF_SOURCES)('$name can be planted, and its check is there', ({ check, ...mutant }) => {
  const source = textOf(mutant.file);

  expect(planted(source, mutant)).not.toBe(source);
  expect(namesOf(check.file).filter(isChosenBy(check))).not.toEqual([]);
});

/** A table inserts its case before the colon of a title. */
function isChosenBy({ tests = '' }: SourceMutant['check']): (name: TestName) => boolean {
  const inserted = /^\^?([^:]*): /.exec(tests)?.[1] ?? '';
  return ({ text }) => new RegExp(tests).test(text.replace('%s', inserted));
}
