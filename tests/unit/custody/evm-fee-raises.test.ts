/** The fees of a transfer that is signed again: enough for a block, accepted by nodes, and within limits. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replacementFees } from '../../../server/areas/custody/evm/evm-fee-raises.ts';

const GWEI = 10n ** 9n;
const fees = (max: bigint, tip: bigint) => ({
  maxFeePerGas: max * GWEI,
  maxPriorityFeePerGas: tip * GWEI,
});
const prices = (base: bigint, tip: bigint) => ({ base: base * GWEI, tip: tip * GWEI });
const LIMITS = { costMax: 21_000n * 1_000n * GWEI, riseMax: 3 };
const SIGNED = fees(40n, 4n);
const raised = (base: bigint, tip: bigint, limits = LIMITS) =>
  replacementFees(
    { signed: SIGNED, first: SIGNED, prices: prices(base, tip), gas: 21_000n },
    limits,
  );

describe('the fee of a waiting transfer', () => {
  test('stays while it pays a block as much as others do', () => {
    expect(raised(36n, 4n)).toBeNull();
    expect(raised(10n, 4n)).toBeNull();
    expect(raised(10n, 1n)).toBeNull();
  });

  test('is raised to the usual one when blocks have become more expensive', () => {
    expect(raised(37n, 4n)).toEqual({
      maxFeePerGas: 115n * GWEI,
      maxPriorityFeePerGas: 5n * GWEI + 1n,
    });
  });

  test('is raised by a quarter when only the part of the block maker was too low', () => {
    expect(raised(5n, 20n)).toEqual({
      maxFeePerGas: 50n * GWEI + 1n,
      maxPriorityFeePerGas: 20n * GWEI,
    });
  });

  test('ends at the multiple of its first price, and at its cost', () => {
    expect(raised(100n, 4n)).toMatchObject({ maxFeePerGas: 120n * GWEI });
    const costMax = 21_000n * 90n * GWEI + 20_999n;
    expect(raised(80n, 4n, { ...LIMITS, costMax })).toMatchObject({ maxFeePerGas: 90n * GWEI });
  });

  test('is too high when the limits permit none that a block would take, or that nodes accept', () => {
    expect(raised(116n, 4n)).toBe('too_dear');
    expect(raised(37n, 4n, { ...LIMITS, riseMax: 1 })).toBe('too_dear');
  });
});

const gwei = fc.bigInt({ min: 1n, max: 500n });

test('every raised fee is enough for a block, accepted by nodes, and within its limits', () => {
  fc.assert(
    fc.property(gwei, gwei, gwei, gwei, fc.integer({ min: 1, max: 10 }), gwei, (...drawn) => {
      const [max, tip, base, present, riseMax, priceMax] = drawn;
      const signed = fees(max + tip, tip);
      const limits = { costMax: 21_000n * priceMax * GWEI, riseMax };
      const at = prices(base, present);
      const found = replacementFees({ signed, first: signed, prices: at, gas: 21_000n }, limits);
      if (found === null || found === 'too_dear') return;
      expect(found.maxFeePerGas * 10n).toBeGreaterThanOrEqual(signed.maxFeePerGas * 11n);
      expect(found.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(
        signed.maxPriorityFeePerGas * 11n,
      );
      expect(found.maxFeePerGas - at.base).toBeGreaterThanOrEqual(at.tip);
      expect(found.maxFeePerGas).toBeLessThanOrEqual(signed.maxFeePerGas * BigInt(riseMax));
      expect(found.maxFeePerGas * 21_000n).toBeLessThanOrEqual(limits.costMax);
    }),
  );
});
