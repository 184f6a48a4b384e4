/** The reference of floating prices: held while users read it, and gone as soon as a price is unknown. */
import { beforeEach, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { createReferencePrices } from '../../../server/areas/fiat/ads/reference-price.ts';

const USD = { code: 'USD', scale: 2, priceScale: 2 };
const COIN = 10n ** 18n;
const USDT = 10n ** 8n;

let now: number;
let coin: bigint | null;
let perUsdt: bigint | null;
let reference: () => bigint | null;
beforeEach(() => {
  now = 1_800_000_000_000;
  coin = 100n * COIN;
  perUsdt = USDT;
  const prices = { ofCoin: () => coin, ofUsdt: () => perUsdt };
  const references = createReferencePrices(prices, { now: () => now });
  reference = () => references.of({ code: 'BTC' }, USD);
});

/** Hundredths of a percent more than before. */
const more = (price: bigint, bp: number): bigint => (price * BigInt(10_000 + bp)) / 10_000n;

test('it is the price of the coin times that of USDT', () => {
  expect(reference()).toBe(100_00n);
  perUsdt = 7n * USDT;
  expect(reference()).toBe(700_00n);
});

test('a small move waits until the price was held for its time', () => {
  reference();
  coin = more(100n * COIN, LIMITS.fiat_reference_drift_bp);
  now += LIMITS.fiat_reference_ms - 1;
  expect(reference()).toBe(100_00n);
  now += 1;
  expect(reference()).toBe(100_30n);
});

test.each([1, -1])('a larger move is followed at once: %d', (sign) => {
  reference();
  coin = more(100n * COIN, sign * (LIMITS.fiat_reference_drift_bp + 1));
  expect(reference()).toBe(sign > 0 ? 100_31n : 99_69n);
});

test('a clock that was set back holds nothing', () => {
  reference();
  coin = more(100n * COIN, 10);
  now -= 1;
  expect(reference()).toBe(100_10n);
});

test('without a price of either there is none, at once, and then the price of that moment', () => {
  reference();
  coin = null;
  expect(reference()).toBeNull();
  coin = more(100n * COIN, 10);
  expect(reference()).toBe(100_10n);
  perUsdt = null;
  expect(reference()).toBeNull();
});
