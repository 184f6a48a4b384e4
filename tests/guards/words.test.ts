/** The guard of plain English: words that docs/STYLE.md avoids may only become fewer, and names of tests have none. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkDocumentWords, checkTestNames, checkWords } from './rules/words.ts';
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

test('names of tests have none of these words', () => {
  const tests = tree.filter(({ path }) => path.startsWith('tests/'));

  expect(lines(checkTestNames(readSources(tests)))).toEqual([]);
});

describe('a planted fault is found', () => {
  test.each([
    ['/** Answers whoever asks. */', 'whoever'],
    ['// It begins anew.', 'anew'],
    ['/* It can\n * not be read. */', 'can not'],
    ['// Sold meanwhile.', 'meanwhile'],
    [
      '/** An order of somebody\n * who left. */',
      'anybody|anyone|everyone|no one|nobody|somebody|someone',
    ],
    ['// The deal is booked.', 'deals?|dealt'],
    ['/** Orders of people. */', 'people|persons?'],
    ['/** Orders that were told to the writer. */', 'tells?|told|telling'],
    ['// A retry, whatever the reason.', 'whatever|whenever|wherever|whichever'],
    ['// The sum of all books.', '(?:all|both|its|npm|of|our|the|their) books'],
    ['// It goes on from what is stored.', '(?:about|at|by|from|in|of|on|than|to|with) what'],
    ['/** Of the order. */', 'no subject'],
    ['/**\n * Counts orders. Not the ended ones.\n */', 'no subject'],
    ['// Beside the list.', 'beside'],
    ['/** Those that wait. */', 'a clause as subject'],
    ['/** Kept for ever. */', 'for ever'],
    ['/** Money of the house. */', 'the house'],
    ['// Its behaviour.', 'British spelling'],
    ['/** A list. What no user reads is left out. */', 'a clause as opening'],
    ['/** What an opening may take. */', 'a clause as opening'],
    ['/**\n * Counts orders. Who placed them is not counted.\n */', 'a clause as opening'],
    ['/** Why an order ended. */', 'a clause as opening'],
    ["log.warn({ id }, 'the order can not be read');", 'can not'],
    ["log.warn({ id }, 'the account is not sound');", 'is not sound'],
    ['/** Shows what it is. */', 'what it is'],
    ['/** Restores what it\n * was. */', 'what it was'],
    ['/** Sums with those of the closed ranges. */', 'those of'],
    ['/** A block, or one that follows. */', 'one that'],
    ['/** A pass with so many entries. */', 'so many'],
    ['// Refused at once.', 'at once'],
    ['/** A block that no node knows anymore. */', 'anymore'],
    ['/** A cancelled order. */', 'British word'],
    ['// Losses that are not realised.', 'British word'],
    ['export const catalogue = 1;', 'catalogue'],
    ["export function unrealisedOf() { return ''; }", 'unrealisedOf'],
  ])('%s', (text, name) => {
    expect(lines(checkWords(planted({ 'server/a.ts': text }), {}))).toEqual([
      expect.stringContaining(`server/a.ts:`),
    ]);
    expect(lines(checkWords(planted({ 'server/a.ts': text }), {}))[0]).toContain(name);
  });

  test.each([
    '/** New trades (`deal`) of a market. */',
    '/** @param people users of the load. */',
    '/** Runs {@link tell} after the commit. */',
    '/** Books a movement. */',
    '/** nobody: no side has to act. */',
    '/** Ended orders (`cancelled`). */',
    "const state = 'cancelled';",
    "import { a } from '../people/people.area.ts';",
  ])('a word of the code is legal: %s', (text) => {
    expect(checkWords(planted({ 'server/a.ts': text }), {})).toEqual([]);
  });

  test('a question is legal', () => {
    const question = '// Which users? Users with an order.';

    expect(checkWords(planted({ 'server/a.ts': question }), {})).toEqual([]);
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

  test('a forbidden word is legal in the glossary, and nowhere else', () => {
    const text = '| trade | an execution | a deal |';

    expect(checkDocumentWords([{ path: 'docs/GLOSSARY.md', text }])).toEqual([]);
    expect(lines(checkDocumentWords([{ path: 'docs/a.md', text }]))).toHaveLength(1);
  });

  test('words in code are not found', () => {
    expect(checkWords(planted({ 'server/a.ts': "const whoever = 'anew';" }), {})).toEqual([]);
  });

  test.each([
    ["test('takes whoever comes', f);", 'whoever'],
    ["it('is told', f);", 'told'],
    ["describe('of a person', f);", 'person'],
    ["test.skipIf(isCi)('a deal is booked', f);", 'deal'],
    ['test(`${name} is sound`, f);', 'sound'],
    ["test.each(rows)('%s adds up in the books', f);", 'books'],
    ["test.each([['an ad of nobody', 1]])('%s', f);", 'nobody'],
    ["it.each(['in large letters'])('%s', f);", 'letters'],
    ["describe.each([{ name: 'two people' }])('$name', f);", 'people'],
    ["export const FAULTS = [{ what: 'the house pays' }];", 'the house'],
    ["test('what was lost is found', f);", 'a clause as subject'],
  ])('a name of a test: %s', (text, word) => {
    const found = lines(checkTestNames(planted({ 'tests/a.test.ts': text })));

    expect(found).toEqual([expect.stringContaining('tests/a.test.ts:1 ')]);
    expect(found[0]).toContain(word);
  });

  test.each([
    "test('DEAL is sent to readers of order books', f);",
    "test('an update', () => { const told = 'told them'; });",
    "test.each([['a row', 'of people']])('%s', f);",
  ])('a legal name of a test is not: %s', (text) => {
    expect(checkTestNames(planted({ 'tests/a.test.ts': text }))).toEqual([]);
  });
});
