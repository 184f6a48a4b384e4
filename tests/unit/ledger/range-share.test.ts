/** The share of a closed range that a pass reads. */
import { expect, test } from 'vitest';
import { BusyPasses, RangeShare } from '../../../server/ledger/range-share.ts';

const PART = 8_192n;
const MANY = 20_000;
const FEW = 100;
const isBusy = (entries: number): boolean => new BusyPasses().isBusy(entries, false);

test('a pass with few new entries reads a part', () => {
  const share = new RangeShare(PART);
  expect([FEW, FEW, FEW].map((entries) => share.next(entries, isBusy(entries)))).toEqual([
    PART,
    PART,
    PART,
  ]);
});

test('a busy pass reads a quarter of a part, and later ones with few new entries add at most a half until nothing is left', () => {
  const share = new RangeShare(PART);
  const [quarter, half] = [PART / 4n, PART / 2n];
  expect(
    [MANY, MANY, FEW, 7_000, FEW, FEW, FEW].map((entries) => share.next(entries, isBusy(entries))),
  ).toEqual([quarter, quarter, PART + half, PART, PART + half, PART + half, PART]);
});

test('a part of one movement is never empty', () => {
  const share = new RangeShare(1n);
  expect([MANY, MANY, FEW].map((entries) => share.next(entries, isBusy(entries)))).toEqual([
    1n,
    1n,
    1n,
  ]);
});

test('one pass of four reads as much of the past as any other, however many entries are new', () => {
  const passes = new BusyPasses();
  const busy = Array.from({ length: 8 }, () => {
    const isOne = passes.isBusy(MANY, false);
    passes.note(isOne);
    return isOne;
  });
  expect(busy).toEqual([true, true, true, false, true, true, true, false]);
});

test('a pass with few new entries, or over everything that is not closed, is not busy', () => {
  const passes = new BusyPasses();
  expect([9_999, 10_000].map((entries) => passes.isBusy(entries, false))).toEqual([false, true]);
  expect(passes.isBusy(MANY, true)).toBe(false);
});
