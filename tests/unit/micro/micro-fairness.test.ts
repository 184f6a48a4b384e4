/** The figures of the fairness report: sums of days, shares, and the distance from even odds. */
import { expect, test } from 'vitest';
import { addSums, fairnessOf, NO_SUMS } from '../../../contract/figures/micro-fairness.ts';

const UNIT = 10n ** 18n;
const SCALE = 18;
/** One group of ten stakes of 10 on a rise, six of which were won: profit rate 80 %, the whole stake lost. */
const SUMS = {
  ...NO_SUMS,
  wonUp: 6,
  lostUp: 4,
  drawn: 1,
  unopened: 1,
  stake: 120n * UNIT,
  payout: 128n * UNIT,
  decidedStake: 100n * UNIT,
  profit: 80n * UNIT,
  loss: 100n * UNIT,
  swingSquared: 18_000n ** 2n,
  openingDelayMs: 2_200,
  openingDelayMaxMs: 400,
  settlingDelayMs: 110,
  settlingDelayMaxMs: 30,
};

test('the amount that the exchange kept is compared with the amount at even odds', () => {
  expect(fairnessOf(SUMS, SCALE)).toEqual({
    orders: 12,
    won: 6,
    lost: 4,
    rightBp: 6_000,
    breakEvenBp: 5_556,
    kept: -8n * UNIT,
    keptAtEvenOdds: 10n * UNIT,
    // 18 below the mean, and one half of the swing is 90.
    deviations: -0.2,
    openingDelayMs: 200,
    settlingDelayMs: 10,
  });
});

test('a report without orders divides by nothing', () => {
  expect(fairnessOf(NO_SUMS, SCALE)).toMatchObject({
    orders: 0,
    rightBp: null,
    breakEvenBp: null,
    deviations: null,
    openingDelayMs: null,
    settlingDelayMs: null,
  });
});

test('days add up, and the longest delay is that of all days', () => {
  const other = { ...SUMS, openingDelayMaxMs: 1_750, settlingDelayMaxMs: 5 };
  expect(addSums(SUMS, other)).toMatchObject({
    wonUp: 12,
    stake: 240n * UNIT,
    swingSquared: 2n * 18_000n ** 2n,
    openingDelayMs: 4_400,
    openingDelayMaxMs: 1_750,
    settlingDelayMaxMs: 30,
  });
});
