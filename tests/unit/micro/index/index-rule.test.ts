/** The rule of the index at the points of the grid: agreement, age, trading hours, and what must hold first. */
import { beforeEach, expect, test } from 'vitest';
import { IndexRule } from '../../../../contract/figures/index-rule.ts';
import type { TradingHours } from '../../../../contract/figures/trading-calendar.ts';
import { START } from '../../../support/micro/index/memory-index.ts';
import { vectorOf } from '../../../support/product-vectors.ts';

let rule: IndexRule;
let now: number;
beforeEach(() => begin('always'));

function begin(hours: TradingHours, at = START): void {
  rule = new IndexRule(hours);
  now = at;
}

/** The next point of the grid, in ticks or with the reason of its gap. @param ageMs of all prices, or of each. */
function next(ticks: readonly number[], ageMs: number | readonly number[] = 0): number | string {
  now += 250;
  const prices = ticks.map((value, index) => ({
    sourceId: `source-${index}`,
    ticks: value,
    atMs: now - (typeof ageMs === 'number' ? ageMs : (ageMs[index] ?? 0)),
  }));
  const point = rule.next(prices, now);
  return point.ticks ?? point.gap;
}
const confirmed = (...ticks: readonly number[]) => {
  const points = [next(ticks), next(ticks), next(ticks)];
  return points.at(-1);
};

test('the first price of a segment counts after three points over half a second', () => {
  expect([next([100, 100]), next([100, 100]), next([100, 100])]).toEqual([
    'confirming',
    'confirming',
    100,
  ]);
});

test('the points of the vectors V17 are those of marks', () => {
  const { three, even_half_even: below, even_half_even2: above } = vectorOf('V17').expected;
  const cents = (price: unknown) => Math.round(Number(price) * 100);
  expect(confirmed(9_725_000, 9_725_210, 9_724_890)).toBe(cents(three));
  expect(confirmed(9_725_000, 9_725_001)).toBe(cents(below));
  expect(confirmed(9_725_001, 9_725_002)).toBe(cents(above));
  expect(next([9_725_000, 9_676_000])).toBe('apart');
  expect(next([9_725_000])).toBe('too_few');
});

test('a price counts for two seconds', () => {
  confirmed(100, 100);
  expect(next([100, 100], 2_000)).toBe(100);
  expect(next([100, 100], 2_001)).toBe('too_few');
});

test.each([
  ['one of three', [0, 0, 3_000], 10_000],
  ['one of three by 11 s', [0, 0, 11_000], 10_000],
  ['two of three', [0, 3_000, 11_000], 'too_few'],
  ['all', [3_000, 3_000, 11_000], 'too_few'],
])('slow sources have no vote: %s', (_, ages, point) => {
  confirmed(10_000, 10_000, 10_000);
  // A slow source says a price of earlier.
  const ticks = ages.map((ageMs) => (ageMs === 0 ? 10_000 : 10_050));
  expect(next(ticks, ages)).toBe(point);
});

test.each([
  ['on both sides of the right one', [10_000, 11_000, 9_000], ['too_few', 'too_few', 'too_few']],
  ['on one side', [10_000, 12_000, 11_000], ['too_few', 'too_few', 'too_few']],
  ['close to each other', [10_000, 11_100, 11_000], ['apart', 'apart', 'apart']],
  ['with the same price', [10_000, 11_000, 11_000], ['confirming', 'confirming', 11_000]],
  ['by 3 %', [10_000, 10_300, 10_300], ['confirming', 'confirming', 10_300]],
])('two of three sources are wrong %s: no jump counts at once', (_, ticks, points) => {
  confirmed(10_000, 10_000, 10_000);
  expect([next(ticks), next(ticks), next(ticks)]).toEqual(points);
});

test('after an hour without sources a price 30 % lower must hold first', () => {
  confirmed(10_000, 10_000);
  const silent = Array.from({ length: 3_600 * 4 }, () => next([]));
  expect(new Set(silent)).toEqual(new Set(['too_few']));
  expect([next([7_000, 7_000]), next([7_000, 7_001]), next([7_000, 7_000])]).toEqual([
    'confirming',
    'confirming',
    7_000,
  ]);
});

test('a move of 2 % counts at once, and a larger one must hold first', () => {
  confirmed(10_000, 10_000);
  expect(next([10_200, 10_200])).toBe(10_200);
  expect(next([10_405, 10_405])).toBe('confirming');
  expect(confirmed(10_405, 10_405)).toBe(10_405);
});

test('after a gap of any kind a price must hold first', () => {
  confirmed(10_000, 10_000);
  expect(next([10_000])).toBe('too_few');
  expect(next([10_000, 10_000])).toBe('confirming');
  confirmed(10_000, 10_000);
  expect(rule.skip()).toEqual({ ticks: null, gap: 'down' });
  expect(next([10_000, 10_000])).toBe('confirming');
});

test('forex is closed on weekends, whatever its sources say', () => {
  begin('forex', Date.UTC(2026, 10, 27, 22) - 1_000);
  expect([confirmed(5, 5), next([5, 5]), next([5, 5])]).toEqual([5, 'closed', 'closed']);
  begin('forex', Date.UTC(2026, 10, 29, 22) - 500);
  expect([next([5, 5]), next([5, 5])]).toEqual(['closed', 'confirming']);
});
