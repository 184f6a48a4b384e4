/** Whether the index moves against the larger stakes, as a reader computes it from published orders alone. */
import { expect, test } from 'vitest';
import { addSums, NO_SUMS } from '../../../contract/figures/micro-fairness.ts';
import { leanOf } from '../../../contract/figures/micro-lean.ts';
import { sumsOfDay } from '../../../contract/micro/fairness-sums.ts';
import { drawnResults } from '../../support/micro/drawn-results.ts';
import { naiveDays } from '../../support/micro/naive-fairness.ts';

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

function leanOfMarket(seed: number, seconds: number, bend: number, minutes = 600) {
  const days = naiveDays(drawnResults({ seed, minutes, seconds, bend }));
  return leanOf(days.map(sumsOfDay).reduce(addSums, NO_SUMS), seconds);
}

test.each([30, 300])('an exchange that bends the index of %i s is named', (seconds) => {
  const verdicts = SEEDS.map((seed) => leanOfMarket(seed, seconds, 0.8).verdict);
  expect(new Set(verdicts)).toEqual(new Set(['against']));
});

test.each([30, 300])(
  'a fair exchange is not, though users follow each other and moves of %i s overlap',
  (seconds) => {
    const leans = SEEDS.map((seed) => leanOfMarket(seed, seconds, 0));
    expect(new Set(leans.map(({ verdict }) => verdict))).toEqual(new Set(['fair']));
    for (const { deviations } of leans) expect(Math.abs(deviations ?? 9)).toBeLessThan(3);
  },
);

test('a bend shows in the sign of the correlation, and few minutes judge nothing', () => {
  expect(leanOfMarket(1, 30, 0.8).correlation).toBeLessThan(-0.2);
  expect(leanOfMarket(1, 30, -0.8)).toMatchObject({ verdict: 'fair' });
  expect(leanOfMarket(1, 30, 0.8, 39).verdict).toBe('few');
  expect(leanOf(NO_SUMS, 30)).toEqual({ correlation: null, deviations: null, verdict: 'few' });
});

test('orders of one opening point are one group, and figures are whole numbers', () => {
  const [first, second, , other] = drawnResults({ seed: 3, minutes: 1, seconds: 30, bend: 0 });
  if (first === undefined || second === undefined || other === undefined) throw new Error('orders');
  const moved = { open_ticks: 1_000_000, count: 2, sum: 2_000_007 };
  const orders = [
    { ...first, ...moved, direction: 'up' as const, stake: '10' },
    { ...second, ...moved, direction: 'down' as const, stake: '12.345' },
    { ...other, ...moved, sum: 1_999_998, direction: 'up' as const, stake: '1' },
  ];
  // A skew of -234.5 hundredths and a move of 3.5 millionths; then 100 and -1.
  expect(naiveDays(orders)[0]).toMatchObject({
    lean_minutes: 1,
    skew_move: String(-234 * 3 - 100),
    skew_squared: String(234 ** 2 + 100 ** 2),
    move_squared: String(3 ** 2 + 1),
    minute_squared: String((234 * 3 + 100) ** 2),
  });
});
