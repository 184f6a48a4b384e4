/** Properties of amounts and quantities of a fiat order, and of floating prices. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  coversMinimum,
  floatingPrice,
  quantityOf,
  quantityStep,
  referencePrice,
  type TradeScales,
} from '../../../contract/figures/fiat.ts';

const scales: fc.Arbitrary<TradeScales> = fc.record({
  coin: fc.constantFrom(0, 6, 8, 18),
  amount: fc.constantFrom(0, 2, 3),
  price: fc.constantFrom(0, 2, 4),
});
const LARGEST = 10n ** 33n;
const positive = fc.bigInt({ min: 1n, max: LARGEST });
const ten = (exponent: number) => 10n ** BigInt(exponent);

describe('amount and quantity', () => {
  test('an amount is the least that is worth the quantity', () => {
    fc.assert(
      fc.property(positive, positive, scales, (quantity, price, s) => {
        const amount = amountOf(quantity, price, s);
        // Both sides in the same smallest units of money.
        const worth = quantity * price * ten(s.amount);
        const unit = ten(s.coin) * ten(s.price);
        expect(amount * unit).toBeGreaterThanOrEqual(worth);
        expect((amount - 1n) * unit).toBeLessThan(worth);
      }),
    );
  });

  test('a quantity is the most that the amount pays for', () => {
    fc.assert(
      fc.property(positive, positive, scales, (amount, price, s) => {
        const quantity = quantityOf(amount, price, s);
        expect(amountOf(quantity, price, s)).toBeLessThanOrEqual(amount);
        // Rounded to readable steps: one step more would cost more.
        expect(quantity % quantityStep(s)).toBe(0n);
        expect(amountOf(quantity + quantityStep(s), price, s)).toBeGreaterThanOrEqual(amount);
      }),
    );
  });

  test('neither shrinks when there is more of the other, or when the price helps', () => {
    fc.assert(
      fc.property(positive, positive, positive, scales, (some, more, price, s) => {
        expect(amountOf(some + more, price, s)).toBeGreaterThanOrEqual(amountOf(some, price, s));
        expect(quantityOf(some + more, price, s)).toBeGreaterThanOrEqual(
          quantityOf(some, price, s),
        );
        expect(quantityOf(some, price + more, s)).toBeLessThanOrEqual(quantityOf(some, price, s));
      }),
    );
  });

  test('an ad covers its least order where that order takes no more than remains', () => {
    fc.assert(
      fc.property(positive, positive, positive, scales, (remaining, minAmount, price, s) => {
        const covers = coversMinimum({ remaining, minAmount }, price, s);
        if (covers)
          expect(amountOf(remaining + quantityStep(s), price, s)).toBeGreaterThanOrEqual(minAmount);
        else expect(amountOf(remaining, price, s)).toBeLessThanOrEqual(minAmount);
      }),
    );
  });

  test.each([
    ['0.000000000000000001 coins at 0.01', 1n, 1n, { coin: 18, amount: 2, price: 2 }, 1n],
    ['10 coins at 7.21', 10n * ten(18), 72_100n, { coin: 18, amount: 2, price: 4 }, 7_210n],
    ['1 coin at 151.6 yen', ten(18), 15_160n, { coin: 18, amount: 0, price: 2 }, 152n],
    ['3 coins at 0.3333', 3n * ten(18), 3_333n, { coin: 18, amount: 2, price: 4 }, 100n],
  ])('%s', (_, quantity, price, s, amount) => {
    expect(amountOf(quantity, price, s)).toBe(amount);
  });

  test.each([
    ['100 for 7.21 each', 10_000n, 72_100n, { coin: 8, amount: 2, price: 4 }, 1_386_962_552n],
    ['152 yen for 151.6 each', 152n, 15_160n, { coin: 8, amount: 0, price: 2 }, 100_263_852n],
    ['too little for one part', 1n, 10n ** 30n, { coin: 8, amount: 2, price: 4 }, 0n],
  ])('%s', (_, amount, price, s, quantity) => {
    expect(quantityOf(amount, price, s)).toBe(quantity);
  });
});

describe('a floating price', () => {
  test('is nearest to its share of the reference', () => {
    const share = fc.integer({ min: 5_000, max: 20_000 });
    fc.assert(
      fc.property(positive, share, (reference, shareBp) => {
        const twiceOff =
          2n * (floatingPrice(reference, shareBp) * 10_000n - reference * BigInt(shareBp));
        expect(twiceOff).toBeGreaterThan(-10_000n);
        expect(twiceOff).toBeLessThanOrEqual(10_000n);
      }),
    );
  });

  test.each([
    ['the whole of it', 71_845n, 10_000, 71_845n],
    ['a half upwards', 1n, 5_000, 1n],
    ['101.5 percent', 71_845n, 10_150, 72_923n],
    ['50 percent of an odd price', 71_845n, 5_000, 35_923n],
    ['less than a half downwards', 10n, 10_499, 10n],
  ])('%s', (_, reference, shareBp, price) => {
    expect(floatingPrice(reference, shareBp)).toBe(price);
  });
});

test.each([
  ['USDT in yuan', 10n ** 18n, 718_450_000n, 4, 71_845n],
  ['bitcoin at 97250.5 in dong', 972_505n * 10n ** 17n, 2_538_000_000_000n, 0, 2_468_217_690n],
  ['a coin that costs next to nothing', 1n, 100_000_000n, 4, 0n],
])('a reference price: %s', (_, lastPrice, perUsdt, priceScale, price) => {
  expect(referencePrice(lastPrice, perUsdt, priceScale)).toBe(price);
});
