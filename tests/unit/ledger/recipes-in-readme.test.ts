/** The table of recipes in the README of the ledger: each registered recipe, by its name or as one of its area. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';

const README = path.join(import.meta.dirname, '../../../server/ledger/README.md');

/** Returns the names of the first column; `.released` after `withdrawal.held` is `withdrawal.released`. */
function namesOf(readme: string): readonly string[] {
  const table = readme.split('| recipe | journal | moves |')[1]?.split('\n\n')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => {
    let area = '';
    return [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(({ 1: name = '' }) => {
      if (name.startsWith('.')) return area + name;
      area = name.split('.')[0] ?? '';
      return name;
    });
  });
}

const isNamed = (recipe: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const end = [...'…*'].find((mark) => name.endsWith(mark));
    return end === undefined ? name === recipe : recipe.startsWith(name.slice(0, -1));
  });

const names = namesOf(readFileSync(README, 'utf8'));
const recipes = [...new Set(ledgerBook('any').recipes.map(({ recipe }) => recipe))];

test('the README of the ledger names each registered recipe', () => {
  expect(recipes.filter((recipe) => !isNamed(recipe, names))).toEqual([]);
});

test('it names no recipe that is not registered', () => {
  expect(names.filter((name) => !recipes.some((recipe) => isNamed(recipe, [name])))).toEqual([]);
});
