/** The part of an account that unsettled deposits and shortfalls leave for withdrawals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withdrawableOf, type LienFacts } from '../../../server/areas/wallet/account-lien.ts';

/** One unit of the currency is worth two of USDT. */
const facts = (more: Partial<LienFacts> = {}): LienFacts => ({
  available: 1_000n,
  holdings: [{ worth: 2_000n }],
  liens: [],
  isOwing: false,
  inCurrency: (worth) => worth / 2n,
  ...more,
});

describe('the withdrawable amount', () => {
  test('is the whole balance when no deposit waits for confirmations', () => {
    expect(withdrawableOf(facts())).toBe(1_000n);
  });

  test('is the worth of the account beyond its liens, in whatever coins', () => {
    const liens = [{ worth: 299n }, { worth: 99n }];
    expect(withdrawableOf(facts({ liens }))).toBe(800n);
  });

  test('is the whole balance when other holdings cover the liens', () => {
    const holdings = [{ worth: 2_000n }, { worth: 500n }];
    expect(withdrawableOf(facts({ holdings, liens: [{ worth: 400n }] }))).toBe(1_000n);
  });

  test('is zero when the liens are worth more than the account', () => {
    expect(withdrawableOf(facts({ liens: [{ worth: 5_000n }] }))).toBe(0n);
  });

  test('is zero while the user owes something', () => {
    expect(withdrawableOf(facts({ isOwing: true }))).toBe(0n);
  });

  test('is zero while a lien cannot be valued, and a holding without a price covers none', () => {
    expect(withdrawableOf(facts({ liens: [{ worth: null }] }))).toBe(0n);
    const holdings = [{ worth: 2_000n }, { worth: null }];
    expect(withdrawableOf(facts({ holdings, liens: [{ worth: 399n }] }))).toBe(800n);
  });

  test('is zero when the currency itself has no price', () => {
    expect(withdrawableOf(facts({ liens: [{ worth: 1n }], inCurrency: () => null }))).toBe(0n);
  });
});

test('leaves an account that still covers its liens after any withdrawal', () => {
  const worths = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { maxLength: 6 });
  const price = fc.record({
    numerator: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    denominator: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  });
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      worths,
      worths,
      price,
      (available, others, liens, { numerator, denominator }) => {
        const worthOf = (amount: bigint) => (amount * numerator) / denominator;
        const holdings = [worthOf(available), ...others];
        const most = withdrawableOf({
          available,
          holdings: holdings.map((worth) => ({ worth })),
          liens: liens.map((worth) => ({ worth })),
          isOwing: false,
          inCurrency: (worth) => (worth * denominator) / numerator,
        });
        expect(most >= 0n && most <= available).toBe(true);
        const sum = (all: readonly bigint[]) => all.reduce((total, worth) => total + worth, 0n);
        if (most > 0n && liens.length > 0)
          // The remaining account is worth at least as much as the liens, exactly, in fractions of USDT.
          expect(
            (available - most) * numerator + sum(others) * denominator >= sum(liens) * denominator,
          ).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
