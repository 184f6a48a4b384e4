/** Properties of fees and shares of a trade: nothing appears, nothing is lost, no user gains by rounding. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssertionError } from '../../contract/assert.ts';
import { feeOf, PPM } from '../../contract/money/fee.ts';
import { units } from '../../contract/money/units.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../server/ledger/chart.ts';
import type { LedgerEntry } from '../../server/ledger/movement.ts';
import { spotDeal } from '../../server/areas/spot/spot-recipes.ts';

const BASE = 2;
const QUOTE = 1;
const BUYER = 11;
const SELLER = 12;

const amounts = fc.bigInt({ min: 0n, max: 10n ** 36n }).map(units);
const rates = fc.integer({ min: 0, max: PPM });
/** Prices in ticks and quantities in lots as in real markets, and units of a tick times a lot. */
const trades = fc.record({
  ticks: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  betterTicks: fc.bigInt({ min: 0n, max: 10n ** 6n }),
  lots: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  tickLotUnits: fc.constantFrom(1n, 10n ** 6n, 10n ** 10n),
  lotUnits: fc.constantFrom(1n, 10n ** 12n, 10n ** 18n),
  buyerPpm: rates,
  sellerPpm: rates,
});

function entriesOf(trade: typeof trades extends fc.Arbitrary<infer T> ? T : never) {
  const { ticks, betterTicks, lots, tickLotUnits, lotUnits, buyerPpm, sellerPpm } = trade;
  const quantity = units(lots * lotUnits);
  const cost = units(ticks * lots * tickLotUnits);
  return spotDeal({
    dealId: 1,
    takerId: BUYER,
    requestId: 'r',
    buyerId: BUYER,
    sellerId: SELLER,
    baseCurrencyId: BASE,
    quoteCurrencyId: QUOTE,
    quantity,
    cost,
    buyerReserved: units((ticks + betterTicks) * lots * tickLotUnits),
    buyerFee: feeOf(quantity, buyerPpm),
    sellerFee: feeOf(cost, sellerPpm),
  }).entries;
}

const sum = (entries: readonly LedgerEntry[], currencyId: number): bigint =>
  entries
    .filter((entry) => entry.currencyId === currencyId)
    .reduce((total, { available, frozen }) => total + available + frozen, 0n);

describe('a fee', () => {
  test('is never more than what is received, and never below its exact share', () => {
    fc.assert(
      fc.property(amounts, rates, (received, ppm) => {
        const fee = feeOf(received, ppm);
        expect(fee >= 0n && fee <= received).toBe(true);
        const excess = fee * BigInt(PPM) - received * BigInt(ppm);
        expect(excess >= 0n && excess < BigInt(PPM)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test('is not lowered by receiving the same in parts', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, (a, b, ppm) => {
        const apart = feeOf(a, ppm) + feeOf(b, ppm);
        expect(apart >= feeOf(units(a + b), ppm)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test.each([
    [0n, 1_000, 0n],
    [1n, 1, 1n],
    [1n, 0, 0n],
    [1_000n, 1_000, 1n],
    [1_001n, 1_000, 2n],
    [7n, PPM, 7n],
  ])('of %d at %d ppm is %d', (received, ppm, fee) => {
    expect(feeOf(units(received), ppm)).toBe(fee);
  });

  test.each([
    [-1n, 1_000],
    [1n, -1],
    [1n, PPM + 1],
    [1n, 0.5],
    [1n, Number.NaN],
  ])('of %d at %d ppm is a programmer’s error', (received, ppm) => {
    expect(() => feeOf(units(received), ppm)).toThrow(AssertionError);
  });
});

describe('a trade', () => {
  test('gives out what it takes in to the last unit, for 100,000 prices, quantities and fees', () => {
    fc.assert(
      fc.property(trades, (trade) => {
        const entries = entriesOf(trade);
        return sum(entries, BASE) === 0n && sum(entries, QUOTE) === 0n;
      }),
      { numRuns: 100_000 },
    );
  });

  test('credits the remainder to the exchange, and no other account', () => {
    fc.assert(
      fc.property(trades, (trade) => {
        const entries = entriesOf(trade);
        const fees = entries.filter(({ ownerId }) => ownerId === OWNERS.house);
        expect(fees.every(({ accountType }) => accountType === HOUSE_ACCOUNTS.fees)).toBe(true);
        for (const currencyId of [BASE, QUOTE]) {
          const people = entries.filter(({ ownerId }) => ownerId !== OWNERS.house);
          expect(sum(people, currencyId)).toBe(-sum(fees, currencyId));
          expect(sum(fees, currencyId) >= 0n).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Small numbers that repeat, so that a run of 100,000 steps is the same everywhere. */
function* pseudoRandom(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** Two accounts of one attacker, and an honest user; a unit of the base currency is worth 3 of the quote currency. */
const ATTACKER = [21, 22];
const HONEST = 23;
const PRICE = 3n;

/** Gain of the attacker's accounts from a trade, in quote units. */
const gainOf = (entries: readonly LedgerEntry[]): bigint =>
  entries
    .filter(({ ownerId }) => ATTACKER.includes(ownerId))
    .reduce((gain, { currencyId, available, frozen }) => {
      const change = available + frozen;
      return gain + (currencyId === BASE ? change * PRICE : change);
    }, 0n);

describe('rounding', () => {
  test.each([0, 1, 1_000, 333_333, 999_999])(
    'never leaves an attacker with a gain in 100,000 trades of the sizes that round the most, at %d ppm',
    (feePpm) => {
      const random = pseudoRandom(feePpm);
      let gain = 0n;
      for (let step = 0; step < 100_000; step++) {
        const people = [...ATTACKER, HONEST];
        const buyer = random.next().value % 3;
        const seller = (buyer + 1 + (random.next().value % 2)) % 3;
        const quantity = units(BigInt(1 + (random.next().value % 1_001)));
        const cost = units(quantity * PRICE);
        const { entries } = spotDeal({
          dealId: step,
          takerId: HONEST,
          requestId: 'r',
          buyerId: people[buyer] ?? 0,
          sellerId: people[seller] ?? 0,
          baseCurrencyId: BASE,
          quoteCurrencyId: QUOTE,
          quantity,
          cost,
          buyerReserved: cost,
          buyerFee: feeOf(quantity, feePpm),
          sellerFee: feeOf(cost, feePpm),
        });
        const before = gain;
        gain += gainOf(entries);
        if (gain > before) throw new Error(`a gain of ${gain - before} in step ${step}`);
      }
      expect(gain < 0n).toBe(feePpm > 0);
    },
  );

  test('of a round trip through both currencies costs at least the fees of the exact amounts', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000n }),
        fc.bigInt({ min: 1n, max: 50n }),
        fc.integer({ min: 0, max: 10_000 }),
        (lots, price, ppm) => {
          const spent = lots * price;
          const bought = lots - feeOf(units(lots), ppm);
          const proceeds = bought * price - feeOf(units(bought * price), ppm);
          expect(proceeds <= spent).toBe(true);
          expect((spent - proceeds) * 1_000_000n >= spent * BigInt(ppm)).toBe(true);
        },
      ),
      { numRuns: 10_000 },
    );
  });
});
