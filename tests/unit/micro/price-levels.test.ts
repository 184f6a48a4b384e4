/** The lines of a chart of the index: round prices inside the bounds, at most four or five of them. */
import { expect, test } from 'vitest';
import { priceLevels } from '../../../machines/app/micro/price-levels.ts';

test.each([
  [97_000, 97_010, 2, [9_700_000n, 9_700_500n, 9_701_000n]],
  [96_999.5, 97_000.5, 2, [9_699_950n, 9_700_000n, 9_700_050n]],
  [1.084, 1.0843, 5, [108_400n, 108_410n, 108_420n, 108_430n]],
  [0.07, 0.09, 2, [7n, 8n, 9n]],
])('from %d to %d with %d decimals', (low, high, scale, levels) => {
  expect(priceLevels(low, high, scale)).toEqual(levels);
});

test('a line that stands still has a price', () => {
  expect(priceLevels(96_999, 97_001, 2).length).toBeGreaterThan(0);
});
