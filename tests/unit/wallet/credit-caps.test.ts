/** The caps on unsettled credit: per user, for all users, and without a mark. */
import { expect, test } from 'vitest';
import { areOverCap } from '../../../server/areas/wallet/credit-caps.ts';

const CAPS = { perUser: 100n, total: 300n };
/** Currency 2 is worth ten, currency 3 nothing known. */
const worth = (currencyId: number, amount: bigint) =>
  currencyId === 3 ? null : amount * (currencyId === 2 ? 10n : 1n);
const sum = (ofUser: bigint, total: bigint, currencyId = 1) => ({ currencyId, ofUser, total });

test.each([
  ['both sums are at their caps', [sum(100n, 300n)], false],
  ['the user is one unit above', [sum(101n, 200n)], true],
  ['all users are one unit above', [sum(100n, 301n)], true],
  ['two currencies add up to the cap', [sum(50n, 50n), sum(5n, 5n, 2)], false],
  ['two currencies add up to more', [sum(51n, 51n), sum(5n, 5n, 2)], true],
  ['the worth of one currency is unknown', [sum(1n, 1n), sum(0n, 1n, 3)], true],
  ['nothing is credited', [], false],
])('%s', (_, sums, isOver) => {
  expect(areOverCap(sums, CAPS, worth)).toBe(isOver);
});
