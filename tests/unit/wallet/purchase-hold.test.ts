/** The part of a balance that is held because it was bought for fiat money, and the end of the hold. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  freeFrom,
  heldOf,
  type PurchaseFacts,
} from '../../../server/areas/wallet/purchase-hold.ts';

const facts = (more: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  available: 150n,
  free: 150n,
  purchases: [
    { amount: 30n, countsUntilMs: 1_000 },
    { amount: 20n, countsUntilMs: 2_000 },
  ],
  sales: [],
  ...more,
});

describe('a purchase within the hold', () => {
  test('is held, and nothing else is', () => {
    expect(heldOf(facts())).toBe(50n);
    expect(heldOf(facts({ purchases: [] }))).toBe(0n);
  });

  test('holds no more than the balance', () => {
    expect(heldOf(facts({ available: 10n, free: 10n }))).toBe(10n);
  });

  test('is held in any account: coins in other accounts hold none of the spot account', () => {
    expect(heldOf(facts({ available: 100n, free: 150n }))).toBe(0n);
    expect(heldOf(facts({ available: 100n, free: 130n }))).toBe(20n);
  });

  test('is released bit by bit, in the order of the purchases', () => {
    expect(freeFrom(facts(), 100n)).toBeNull();
    expect(freeFrom(facts(), 101n)).toBe(1_000);
    expect(freeFrom(facts(), 130n)).toBe(1_000);
    expect(freeFrom(facts(), 131n)).toBe(2_000);
    expect(freeFrom(facts(), 150n)).toBe(2_000);
  });
});

describe('a sale within the hold', () => {
  const sold = (amount: bigint, countsUntilMs = 1_500) =>
    facts({ sales: [{ amount, countsUntilMs }] });

  test('is not held any more, and releases no more than was bought', () => {
    expect(heldOf(sold(20n))).toBe(30n);
    expect(heldOf(sold(50n))).toBe(0n);
    expect(heldOf(sold(500n))).toBe(0n);
  });

  test('counts as long as purchases of the same moment do', () => {
    expect(freeFrom(sold(20n), 120n)).toBeNull();
    expect(freeFrom(sold(20n), 121n)).toBe(1_000);
    expect(freeFrom(sold(20n), 150n)).toBe(1_000);
    expect(freeFrom(sold(10n), 141n)).toBe(2_000);
    expect(freeFrom(sold(25n, 1_000), 131n)).toBe(2_000);
  });
});

test('after any withdrawal that is not held, the remaining balance covers the purchases', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 24n });
  fc.assert(
    fc.property(amount, amount, fc.array(amount, { maxLength: 5 }), (available, beside, bought) => {
      const purchases = bought.map((each, place) => ({ amount: each, countsUntilMs: place + 1 }));
      const all = facts({ available, free: available + beside, purchases });
      const most = available - heldOf(all);
      const sum = bought.reduce((total, each) => total + each, 0n);
      expect(most >= 0n && most <= available).toBe(true);
      if (most > 0n) expect(available + beside - most >= sum || sum === 0n).toBe(true);
      // The hold is not one unit more than the rule requires.
      if (most < available) expect(available + beside - most <= sum || most === 0n).toBe(true);
      expect(freeFrom(all, most)).toBeNull();
    }),
    { numRuns: 500 },
  );
});
