/** The price on which sources agree: the vectors V17, and the bounds of each rule. */
import { describe, expect, test } from 'vitest';
import { agreeOn, medianOf, TICKS_MAX } from '../../../contract/figures/price-agreement.ts';
import { agreeWithBook } from '../../../server/engine/marks/mark-rule.ts';

const NOW = 1_800_000_000_000;
const AGE_MS = 10_000;

const ticks = (price: number): number => Math.round(price * 100);
const price = (value: number, atMs = NOW, sourceId = 'a') => ({
  sourceId,
  ticks: ticks(value),
  atMs,
});
const agreed = (...values: readonly number[]): number | string => {
  const found = agreeOn(
    values.map((value, index) => price(value, NOW, `source-${index}`)),
    NOW,
    AGE_MS,
  );
  return found.isAgreed ? found.ticks / 100 : found.reason;
};

describe('the vectors of marks', () => {
  test.each([
    ['three sources', [97_250, 97_252.1, 97_248.9], 97_250],
    ['two, half a tick to the even one below', [97_250, 97_250.01], 97_250],
    ['two, half a tick to the even one above', [97_250.01, 97_250.02], 97_250.02],
    ['one of three a hundred times too high', [97_250, 97_252.1, 9_725_000], 97_251.05],
    ['a book at a hundredth', [972.5, 97_252.1, 97_248.9], 97_250.5],
    ['two that are 0.5 % apart and more', [97_250, 96_760], 'apart'],
    ['two, one of them far off', [97_250, 80_000], 'too_few'],
    ['one', [97_250], 'too_few'],
    ['none', [], 'too_few'],
  ])('%s', (_, values, expected) => {
    expect(agreed(...values)).toBe(expected);
  });
});

test('the vector of a book at a hundredth holds for the own one', () => {
  const outside = [97_252.1, 97_248.9].map((value) => price(value));
  const alone = agreeOn(outside, NOW, AGE_MS);
  const found = agreeWithBook(alone, outside, price(972.5), NOW, AGE_MS);
  expect(found).toMatchObject({ isAgreed: true, ticks: ticks(97_250.5) });
});

test('a source within 5 % of the median is kept, and one tick further is not', () => {
  // The median of these is 100 with every last one.
  expect(agreed(100, 100, 100, 105)).toBe(100);
  const kept = (last: number) =>
    agreeOn(
      [100, 100, last].map((value) => price(value)),
      NOW,
      AGE_MS,
    ).kept.length;
  expect([kept(105), kept(105.01), kept(95), kept(94.99)]).toEqual([3, 2, 3, 2]);
});

test('two sources agree at exactly 0.5 %, and not one tick further', () => {
  expect(agreed(100, 100.5)).toBe(100.25);
  expect(agreed(100, 100.51)).toBe('apart');
  expect(agreed(100, 100.51, 100.2)).toBe(100.2);
});

test('a price counts up to its age, and a source that is ahead of the clock up to a second', () => {
  const countAt = (atMs: number) =>
    agreeOn([price(100), price(100), price(100, atMs)], NOW, AGE_MS).kept.length;
  expect([countAt(NOW - AGE_MS), countAt(NOW - AGE_MS - 1)]).toEqual([3, 2]);
  expect([countAt(NOW + 1_000), countAt(NOW + 1_001)]).toEqual([3, 2]);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5, TICKS_MAX + 1])(
  'a source that says %s has no vote',
  (wrong) => {
    const prices = [price(100), price(100), { ...price(100), ticks: wrong }];
    expect(agreeOn(prices, NOW, AGE_MS)).toMatchObject({ isAgreed: true, ticks: 10_000 });
    expect(agreeOn(prices, NOW, AGE_MS).kept).toHaveLength(2);
  },
);

test('the middle of an even number is between the two middle ones', () => {
  expect(medianOf([1, 100, 3, 5])).toBe(4);
  expect(medianOf([7])).toBe(7);
});
