/** The start of the next forex trading hours. */
import { expect, test } from 'vitest';
import { nextForexOpening } from '../../../contract/figures/trading-calendar.ts';

const sunday = Date.UTC(2026, 10, 22, 22);

test.each([
  ['a moment after Friday 22:00', Date.UTC(2026, 10, 20, 22, 0, 1), sunday],
  ['Saturday', Date.UTC(2026, 10, 21, 12), sunday],
  ['a moment before Sunday 22:00', sunday - 1, sunday],
])('%s', (_, now, opening) => {
  expect(nextForexOpening(now)).toBe(opening);
});

test('is now while forex trades', () => {
  const friday = Date.UTC(2026, 10, 20, 21, 59, 59);
  expect([friday, sunday].map(nextForexOpening)).toEqual([friday, sunday]);
});
