/** The ten checks of a fast contract: an honest file passes, and every change is found, also one that the exchange signs. */
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { readReceipt, writeReceipt } from '../../../contract/figures/micro-receipt.ts';
import { checkSettlement } from '../../../contract/figures/settlement-check.ts';
import type { KnownHistory } from '../../../contract/figures/settlement-check.types.ts';
import { settlementFile, type SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { settlementRecordOf } from '../../../contract/micro/settlement-record.ts';
import { indexCryptoOf } from '../../../server/areas/micro/micro.area.ts';
import {
  ACCEPTED,
  EXPIRES,
  OPENED,
  recounted,
  rewritten,
  settled,
  settlementCase,
  signedReceipt,
} from '../../support/micro/settlement-case.ts';
import { START } from '../../support/micro/index/memory-index.ts';

const FILE = await settlementCase();
/** A key that differs in its first character, so in six bits that count. */
const OTHER_KEY = `${FILE.public_key.startsWith('A') ? 'B' : 'A'}${FILE.public_key.slice(1)}`;
const NOTHING: KnownHistory = { keys: [], minutes: [] };
/** Key and minutes of an earlier visit. */
const SEEN = historyOf(FILE);

function historyOf({ public_key: key, ...file }: SettlementFile): KnownHistory {
  const { minutes } = settlementRecordOf({ public_key: key, ...file });
  return { keys: [key], minutes };
}

const reportOf = (file: SettlementFile, known = SEEN) =>
  checkSettlement(settlementRecordOf(file), known, indexCryptoOf(file.public_key));
/** Checks that did not pass, as `name reason`. */
const problems = (file: SettlementFile, known = SEEN) =>
  reportOf(file, known).checks.flatMap((check) =>
    check.verdict === 'passed' ? [] : [`${check.name} ${check.reason}`],
  );

const edit = (at: number, from: string | RegExp, to: string) => (lines: string[]) =>
  lines.map((line, index) => (index === at ? line.replace(from, to) : line));
const withLines = (place: number, change: (lines: string[]) => string[]): SettlementFile => ({
  ...FILE,
  minutes: FILE.minutes.map((minute, index) =>
    index === place ? { ...minute, lines: change([...(minute.lines ?? [])]) } : minute,
  ),
});
const withText = (from: string | RegExp, to: string): SettlementFile['receipt'] => ({
  ...FILE.receipt,
  text: FILE.receipt.text.replace(from, to),
});
const withResult = (change: Partial<NonNullable<SettlementFile['result']>>): SettlementFile => ({
  ...FILE,
  result: FILE.result && { ...FILE.result, ...change },
});

describe('an honest file', () => {
  test('passes all ten checks, with the figures of the contract', () => {
    const report = reportOf(FILE);

    expect(report.checks.map(({ name, verdict }) => [name, verdict])).toEqual(
      [
        'receipt',
        'minutes',
        'chain',
        'history',
        'grid',
        'index',
        'opening',
        'window',
        'outcome',
        'payout',
      ].map((name) => [name, 'passed']),
    );
    expect(report.computed?.result).toEqual({
      outcome: 'won',
      opening: { atMs: OPENED, ticks: 100_000 },
      expiresAtMs: EXPIRES,
      window: { sum: 1_200_198, count: 12 },
      payout: 46_250_000_000_000_000_000n,
    });
    expect(report.comparedCount).toBe(3);
  });

  test('is proven except for a second history when nothing is known from elsewhere', () => {
    expect(problems(FILE, NOTHING)).toEqual(['history nothing_known']);
  });

  test('passes in the first format too, whose minutes count no orders', () => {
    const old = { ...recounted(FILE, null), format: 'meridian-settlement/1' } as const;
    const { orders: _, ...minute } = ensure(old.minutes[0], 'a minute');
    const text = JSON.stringify({ ...old, minutes: [minute, ...old.minutes.slice(1)] });
    const read = settlementFile.parse(JSON.parse(text));
    expect(problems(read, NOTHING)).toEqual(['history nothing_known']);
  });

  test('is read from its own text', () => {
    expect(settlementFile.parse(JSON.parse(JSON.stringify(FILE)))).toEqual(FILE);
  });

  test.each(['down', 'up'] as const)(
    'of a contract %s on an index that stands still',
    async (direction) => {
      const still = await settlementCase({ direction }, 720);
      expect(still.result?.outcome).toBe('drawn');
      expect(problems(still, NOTHING)).toEqual(['history nothing_known']);
    },
  );
});

describe('a file that is not complete', () => {
  test('names the minute that is not signed yet', () => {
    const { checks } = reportOf({ ...FILE, minutes: FILE.minutes.slice(0, 2) });
    expect(checks.find(({ name }) => name === 'minutes')).toEqual({
      name: 'minutes',
      verdict: 'not_possible',
      reason: 'minute_missing',
      atMs: START + 120_000,
    });
    expect(checks.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  test('names the minute of the order', () => {
    const found = problems({ ...FILE, minutes: FILE.minutes.slice(2) });
    expect(found).toContain('chain minute_missing');
    expect(problems({ ...FILE, minutes: [] })).toContain('payout minute_missing');
  });

  test('of a contract that runs has no result to compare', () => {
    expect(problems({ ...FILE, result: null })).toEqual([
      'opening not_ended',
      'window not_ended',
      'outcome not_ended',
      'payout not_ended',
    ]);
  });
});

describe('without the key of the exchange', () => {
  test.each<[string, SettlementFile, string[]]>([
    ['a changed tick', withLines(2, edit(10, ' 100', ' 101')), ['chain hash', 'index rule']],
    [
      'a dropped tick',
      withLines(2, (lines) => lines.toSpliced(10, 1)),
      ['chain hash', 'grid point'],
    ],
    [
      'another price of a source',
      withLines(2, edit(10, /source-0:\d+/, 'source-0:100500')),
      ['chain hash', 'index rule'],
    ],
    [
      'minutes in another order',
      { ...FILE, minutes: FILE.minutes.toReversed() },
      ['chain sequence'],
    ],
    ['a minute left out', { ...FILE, minutes: FILE.minutes.toSpliced(1, 1) }, ['chain sequence']],
    [
      'a changed rate',
      { ...FILE, receipt: withText(' 850000 ', ' 700000 ') },
      ['receipt signature'],
    ],
    [
      'a changed direction',
      { ...FILE, receipt: withText(' up ', ' down ') },
      ['receipt signature'],
    ],
    [
      'a receipt of no form',
      { ...FILE, receipt: withText('receipt/1', 'receipt/2') },
      ['receipt form'],
    ],
    ['another key', { ...FILE, public_key: OTHER_KEY }, ['receipt signature']],
  ])('%s is found', (_, file, expected) => {
    expect(problems(file)).toEqual(expect.arrayContaining(expected));
  });
});

test('a point that is there a thousand times counts once', () => {
  const largest = String(Math.floor(Number.MAX_SAFE_INTEGER / 1_000));
  const many = withLines(2, (lines) => {
    const line = (lines[41] ?? '').replace(/ 100\d+ /, ` ${largest} `);
    return lines.toSpliced(41, 1, ...Array.from({ length: 1_100 }, () => line));
  });
  expect(problems(many)).toEqual(expect.arrayContaining(['grid point', 'index rule']));
});

describe('a result that was booked otherwise', () => {
  test.each<[string, SettlementFile, string[]]>([
    ['outcome', withResult({ outcome: 'lost' }), ['outcome differs']],
    ['payout', withResult({ payout: '46.249999999999999999' }), ['payout differs']],
    ['opening price', withResult({ open_ticks: 100_001 }), ['opening differs']],
    ['time of opening', withResult({ opened_at: OPENED + 250 }), ['opening differs']],
    ['expiry', withResult({ expires_at: EXPIRES + 250 }), ['opening differs']],
    ['sum', withResult({ sum: 1_199_999 }), ['window differs']],
    ['count', withResult({ count: 11 }), ['window differs']],
    [
      'no opening',
      withResult({ outcome: 'voided', opened_at: null, open_ticks: null, payout: '25' }),
      ['opening differs', 'outcome differs', 'payout differs'],
    ],
  ])('%s', (_, file, expected) => {
    expect(problems(file)).toEqual(expected);
  });
});

describe('with the key of the exchange', () => {
  test.each<[string, SettlementFile, string[]]>([
    [
      'an index that its sources do not say',
      settled(rewritten(FILE, 2, edit(41, / 100\d+ /, ' 99000 '))),
      ['history other_minute', 'index rule'],
    ],
    [
      'a point left out',
      settled(rewritten(FILE, 2, (lines) => lines.toSpliced(41, 1))),
      ['history other_minute', 'grid point'],
    ],
    [
      'prices of sources that were not quoted',
      settled(
        rewritten(FILE, 2, (lines) =>
          lines.map((line) => line.replaceAll(/(\s|:)100\d{3}(?=[\s:])/g, '$199000')),
        ),
      ),
      ['history other_minute'],
    ],
    [
      'a history that does not hold the head of the receipt',
      settled(rewritten(FILE, 0, edit(20, /source-2:\d+/, 'source-2:99991'))),
      ['chain head', 'history other_minute'],
    ],
    [
      'an order that its minute does not count',
      recounted(FILE, { up: 0, down: 9 }),
      ['minutes uncounted'],
    ],
    [
      'another instrument',
      { ...FILE, receipt: signedReceipt(FILE.receipt.text.replace('BTC/', 'ETH/')) },
      ['minutes instrument'],
    ],
  ])('%s is found', (_, file, expected) => {
    expect(problems(file)).toEqual(expect.arrayContaining(expected));
  });

  test.each<[string, number, number]>([
    ['an order after the point that it names', ACCEPTED - 70_100 + 70_000 - 250, 70_000],
    ['an order long after the point that it names', 72_001 + START, 70_000],
  ])('%s is found', async (_, acceptedAtMs) => {
    const late = await settlementCase({ acceptedAtMs });
    expect(problems(late)).toContain('receipt moment');
  });

  test('a receipt that names a point after the opening is found', async () => {
    const late = await settlementCase({ acceptedAtMs: OPENED + 10, logAtMs: OPENED });
    expect(problems(late)).toEqual([]);
    const { head } = ensure(readReceipt(FILE.receipt.text), 'the receipt');
    const other = await settlementCase({ acceptedAtMs: OPENED + 10, logAtMs: OPENED, head });
    expect(problems(other)).toEqual(['chain head']);
    expect(problems({ ...late, result: FILE.result })).toContain('opening differs');
  });

  test('a second history is found by a minute that was seen elsewhere, if the exchange signed it', () => {
    const second = settled(rewritten(FILE, 2, edit(60, /source-2:\d+/, 'source-2:100001')));
    expect(problems(second, NOTHING)).toEqual(['history nothing_known']);
    expect(problems(second)).toEqual(['history other_minute']);
    const unsigned = SEEN.minutes.map((minute) => ({ ...minute, signature: 'A'.repeat(86) }));
    expect(problems(second, { keys: [], minutes: unsigned })).toEqual(['history nothing_known']);
  });

  test('a key that differs from the one seen elsewhere is found', () => {
    expect(problems(FILE, { keys: ['A'.repeat(43)], minutes: [] })).toEqual(['history other_key']);
  });
});

describe('a receipt', () => {
  test('has one form', () => {
    const receipt = readReceipt(FILE.receipt.text);
    expect(receipt && writeReceipt(receipt)).toBe(FILE.receipt.text);
  });

  test.each([
    [' 25 ', ' 25.0 '],
    [' 25 ', ' -25 '],
    [' 25 ', ' 0 '],
    [' 60 ', ' 060 '],
    [' 60 ', ' 0 '],
    [' 60 ', ' 1e2 '],
    [' 850000 ', ' 0 '],
    [' 1000000 ', ' 1000001 '],
    [' 2 ', ' 19 '],
    [' up ', ' sideways '],
    [/ \d+ ([0-9a-f]{64})/, ' 1 $1'],
    [/$/, ' '],
    [/$/, '\n'],
    [' ', '  '],
  ])('with %s instead of %s is refused', (from, to) => {
    expect(readReceipt(FILE.receipt.text.replace(from, to))).toBeNull();
  });
});
