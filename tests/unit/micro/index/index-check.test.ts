/** The check of published minutes: a later change is found and named, also one that the exchange signs itself. */
import { beforeEach, describe, expect, test } from 'vitest';
import { nextHead, signedText } from '../../../../contract/figures/index-chain.ts';
import { checkIndexMinutes, type SignedMinute } from '../../../../contract/figures/index-check.ts';
import { readRecord } from '../../../../contract/figures/index-record.ts';
import { unpackLines, packLines } from '../../../../server/areas/micro/index/minute-body.ts';
import { CRYPTO, MemoryIndex } from '../../../support/micro/index/memory-index.ts';

/** Three whole minutes with a jump, a gap and a restart. */
async function threeMinutes(): Promise<SignedMinute[]> {
  const index = new MemoryIndex();
  await index.write(100, 10_000, 10_010, 9_990);
  await index.write(90, 11_000, 11_010, 10_990);
  await index.write(50, 11_000);
  await index.write(120, 11_000, 11_001, 10_999);
  index.restart();
  // A minute is signed when the next point is stored.
  await index.write(361, 11_000, 11_001, 10_999);
  return index.minutes();
}
const MINUTES = await threeMinutes();

let minutes: SignedMinute[];
beforeEach(() => {
  minutes = structuredClone(MINUTES);
});

const faults = () => [
  ...new Set(checkIndexMinutes(minutes, FORGING).map(({ name }) => name as string)),
];
/** The exchange signs what it changed. */
const FORGING = { ...CRYPTO, isSigned: () => true };

/** Changes the lines of a minute and hashes all of them again, as the exchange itself could. */
function forge(place: number, change: (lines: string[]) => string[]): void {
  let head = minutes[place]?.headBefore ?? '';
  minutes = minutes.map((minute, index) => {
    if (index < place) return minute;
    const lines = index === place ? change([...minute.lines]) : minute.lines;
    const headBefore = index === place ? minute.headBefore : head;
    head = lines.reduce((before, line) => nextHead(CRYPTO.sha256, before, line), headBefore);
    return { ...minute, lines, headBefore, head, lineCount: lines.length };
  });
}
const edit = (at: number, from: string | RegExp, to: string) => (lines: string[]) =>
  lines.map((line, index) => (index === at ? line.replace(from, to) : line));

test('minutes of the log have no fault, alone and one after the other', () => {
  expect(MINUTES.map(({ segment, lineCount }) => [segment, lineCount])).toEqual([
    [1, 241],
    [1, 120],
    [2, 121],
    [2, 240],
  ]);
  expect(checkIndexMinutes(minutes, CRYPTO)).toEqual([]);
  for (const minute of minutes) expect(checkIndexMinutes([minute], CRYPTO)).toEqual([]);
});

describe('without the key', () => {
  test.each<[string, (minute: SignedMinute) => SignedMinute, string[]]>([
    [
      'a changed tick',
      (one) => ({ ...one, lines: edit(50, ' 10000 ', ' 10001 ')([...one.lines]) }),
      ['head', 'rule'],
    ],
    ['a dropped line', (one) => ({ ...one, lines: one.lines.slice(0, -1) }), ['head', 'extent']],
    ['another head', (one) => ({ ...one, head: '0'.repeat(64) }), ['signature', 'head']],
    [
      'another signature',
      (one) => ({ ...one, signature: MINUTES[1]?.signature ?? '' }),
      ['signature'],
    ],
  ])('%s is found', (_, change, expected) => {
    minutes = minutes.slice(0, 1).map(change);
    expect(checkIndexMinutes(minutes, CRYPTO).map(({ name }) => name)).toEqual(expected);
  });
});

describe('with the key', () => {
  test.each<[string, number, (lines: string[]) => string[], string[]]>([
    ['an index that its sources do not say', 0, edit(50, ' 10000 ', ' 10001 '), ['rule']],
    ['another price of a source', 0, edit(50, 'source-0:10000', 'source-0:10020'), ['rule']],
    ['an index instead of a gap', 0, edit(200, '-too_few', '11000'), ['rule']],
    ['a gap instead of an index', 0, edit(50, ' 10000 ', ' -apart '), ['rule']],
    ['a gap that blames the server', 0, edit(50, ' 10000 ', ' -down '), ['rule']],
    ['a closed market of coins', 0, edit(50, ' 10000 ', ' -closed '), ['rule']],
    ['a jump that did not hold', 0, edit(101, '-confirming', '11000'), ['rule']],
    ['an old price that counts', 0, edit(50, 'source-1:10010:0', 'source-1:10010:2001'), ['rule']],
    ['a point left out', 0, (lines) => lines.toSpliced(50, 1), ['grid']],
    ['a point twice', 0, (lines) => lines.toSpliced(50, 0, lines[50] ?? ''), ['grid']],
    [
      'two points in the other order',
      0,
      (lines) => lines.toSpliced(50, 2, lines[51] ?? '', lines[50] ?? ''),
      ['grid'],
    ],
    ['a line of another instrument', 0, edit(50, 'BTC', 'ETH'), ['line']],
    ['a line of no form', 0, edit(50, 'meridian-index/1', 'meridian-index/2'), ['line']],
    ['a restart that hides its past', 2, edit(0, / \d+$/, ' 0'), ['opening']],
  ])('%s is found', (_, place, change, expected) => {
    forge(place, change);
    const found = faults();
    for (const name of expected) expect(found).toContain(name);
  });

  test('a minute left out, and minutes in the other order, are found', () => {
    const [first, second, third, fourth] = minutes;
    if (!first || !second || !third || !fourth) throw new Error('four minutes');
    minutes = [first, third, fourth];
    expect(faults()).toEqual(['opening', 'chain']);
    minutes = [second, first];
    expect(faults()).toContain('chain');
  });

  test('a second history is signed for the same minute, with another head', () => {
    forge(3, edit(50, ' 11000 ', ' 11001 '));
    const [told, shown] = [minutes[3], MINUTES[3]];
    expect(told && shown && signedText(told) !== signedText(shown)).toBe(true);
    expect(told?.headBefore).toBe(shown?.headBefore);
  });
});

test('stored bodies hold exactly the same lines, in less than a seventh of the bytes', async () => {
  for (const { lines } of MINUTES) {
    const records = lines.flatMap((line) => readRecord(line) ?? []);
    const body = await packLines(lines, records);
    expect(await unpackLines(body)).toEqual({ lines, records });
    expect(body.length * 7).toBeLessThan(lines.join('\n').length);
  }
});
