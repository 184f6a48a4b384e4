/** The share of a closed range that a pass reads. */
import { expect, test } from 'vitest';
import { RangeShare } from '../../../server/ledger/range-share.ts';

const PART = 8_192n;
const MANY = 20_000;
const FEW = 100;

test('a pass with few new entries reads a part', () => {
  const share = new RangeShare(PART);
  expect([FEW, FEW, FEW].map((entries) => share.next(entries))).toEqual([PART, PART, PART]);
});

test('a busy pass reads a quarter of a part, and later ones with few new entries add at most a half until nothing is left', () => {
  const share = new RangeShare(PART);
  const [quarter, half] = [PART / 4n, PART / 2n];
  expect([MANY, MANY, FEW, 7_000, FEW, FEW, FEW].map((entries) => share.next(entries))).toEqual([
    quarter,
    quarter,
    PART + half,
    PART,
    PART + half,
    PART + half,
    PART,
  ]);
});

test('a part of one movement is never empty', () => {
  const share = new RangeShare(1n);
  expect([MANY, MANY, FEW].map((entries) => share.next(entries))).toEqual([1n, 1n, 1n]);
});
