/** Properties of the check of fast contracts: no change of a file stops it, and none that matters passes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkSettlement } from '../../../contract/figures/settlement-check.ts';
import type { SettlementRecord } from '../../../contract/figures/settlement-check.types.ts';
import { settlementRecordOf } from '../../../contract/micro/settlement-record.ts';
import { indexCryptoOf } from '../../../server/areas/micro/micro.area.ts';
import { settlementCase } from '../../support/micro/settlement-case.ts';

const RECORD = settlementRecordOf(await settlementCase());
const KNOWN = { keys: [RECORD.publicKey], minutes: RECORD.minutes };
const CRYPTO = indexCryptoOf(RECORD.publicKey);

const failuresOf = (record: SettlementRecord) =>
  checkSettlement(record, KNOWN, CRYPTO).checks.filter(({ verdict }) => verdict === 'failed');

/** Replaces one character of a text. */
const changed = (text: string, place: number, character: string): string =>
  text.slice(0, place % text.length) + character + text.slice((place % text.length) + 1);

const characters = fc.constantFrom(...'0123456789 :-abz/.\n');

test('another character in a line of the index is found', () => {
  fc.assert(
    fc.property(
      fc.nat(RECORD.minutes.length - 1),
      fc.nat(239),
      fc.nat(),
      characters,
      (place, row, at, character) => {
        const minutes = RECORD.minutes.map((minute, index) => {
          if (index !== place) return minute;
          const lines = minute.lines.map((line, i) =>
            i === row ? changed(line, at, character) : line,
          );
          return { ...minute, lines };
        });
        const isSame = minutes[place]?.lines[row] === RECORD.minutes[place]?.lines[row];
        fc.pre(!isSame);
        expect(failuresOf({ ...RECORD, minutes })).not.toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('another character in the receipt is found', () => {
  const { text } = RECORD.receipt;
  fc.assert(
    fc.property(fc.nat(), characters, (at, character) => {
      const other = changed(text, at, character);
      fc.pre(other !== text);
      const receipt = { ...RECORD.receipt, text: other };
      expect(failuresOf({ ...RECORD, receipt })).not.toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('no order of minutes and no lines of any text stop the check', () => {
  const lines = fc.array(fc.string());
  fc.assert(
    fc.property(fc.shuffledSubarray([...RECORD.minutes]), lines, (minutes, texts) => {
      const broken = minutes.map((minute, index) =>
        index === 0 ? { ...minute, lines: texts } : minute,
      );
      expect(checkSettlement({ ...RECORD, minutes: broken }, KNOWN, CRYPTO).checks).toHaveLength(
        10,
      );
    }),
    { numRuns: 40 },
  );
});
