/** The guard of plain English: words that docs/STYLE.md avoids may only become fewer. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkDocumentWords, checkWords } from './rules/words.ts';
import { lines } from './support/finding.ts';
import { planted } from './support/planted.ts';
import { readJson, readSources, readTree } from './support/tree.ts';

const baseline = readJson('tests/guards/word-baseline.json', z.record(z.string(), z.int()));

/** The guard and its test quote the words; generated pages repeat the code. */
const NOT_PROSE = /^(?:tests\/guards\/(?:rules\/)?words\.|docs\/generated\/)/;
const tree = readTree().filter(({ path }) => !NOT_PROSE.test(path));

test('comments and logs have no more of these words than the baseline, which only falls', () => {
  expect(lines(checkWords(readSources(tree), baseline))).toEqual([]);
});

test('documents have none of these words', () => {
  const documents = tree.filter(({ path }) => path.endsWith('.md'));

  expect(lines(checkDocumentWords(documents))).toEqual([]);
});

describe('a planted fault is found', () => {
  test.each([
    ['/** Answers whoever asks. */', 'whoever'],
    ['// It begins anew.', 'anew'],
    ['/* It can\n * not be read. */', 'can not'],
    ['// Sold meanwhile.', 'meanwhile'],
    ['/** Of somebody\n * who left. */', 'somebody who'],
    ['// Beside the list.', 'beside'],
    ['/** Those that wait. */', 'a clause as subject'],
    ['/** A list. What nobody reads is left out. */', 'a clause as subject'],
    ["log.warn({ id }, 'the order can not be read');", 'can not'],
  ])('%s', (text, name) => {
    expect(lines(checkWords(planted({ 'server/a.ts': text }), {}))).toEqual([
      expect.stringContaining(`server/a.ts:`),
    ]);
    expect(lines(checkWords(planted({ 'server/a.ts': text }), {}))[0]).toContain(`"${name}"`);
  });

  test('growth beyond the baseline, and a baseline that is higher than needed', () => {
    const sources = planted({ 'server/a.ts': '// It begins anew, and anew.' });

    expect(checkWords(sources, { 'anew: server': 2 })).toEqual([]);
    expect(checkWords(sources, { 'anew: server': 1 })).toHaveLength(2);
    expect(lines(checkWords(sources, { 'anew: server': 3 }))).toEqual([
      expect.stringContaining('lower or remove the entry'),
    ]);
  });

  test('a word in a document, but not in its code', () => {
    const found = checkDocumentWords([
      { path: 'docs/a.md', text: 'It `can not` be.\n\n- Those that can not.' },
    ]);

    expect(lines(found)).toEqual([
      expect.stringContaining('docs/a.md:3 "can not"'),
      expect.stringContaining('"a clause as subject"'),
    ]);
  });

  test('words in code are not found', () => {
    expect(checkWords(planted({ 'server/a.ts': "const whoever = 'anew';" }), {})).toEqual([]);
  });
});
