/** The value of an amount in another currency, at marks: at its present, its most and its least. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { createEquivalents } from '../../../server/areas/market/market.area.ts';

/** A mark of a coin in USDT, and its slow mean; null without one. */
interface Price {
  readonly live: number | null;
  readonly mean: number | null;
}
const both = (price: number): Price => ({ live: price, mean: price });

/** Prices with so many decimals that they are far above those of the catalog, unless a test wants them. */
function equivalentsAt(prices: Readonly<Record<string, Price>>, scale = 0) {
  const of = (pairName: string) => prices[pairName.replace('/USDT', '')];
  const ticks = (price: number | null | undefined) =>
    price === null || price === undefined ? null : Math.round(price * 10 ** scale);
  return createEquivalents({
    pairs: Object.keys(prices).map((base) => ({
      name: `${base}/USDT`,
      base,
      quote: 'USDT',
      priceScale: scale,
      hours: 'always',
    })),
    liveTicks: (name) => ticks(of(name)?.live),
    meanTicks: (name) => ticks(of(name)?.mean),
  });
}

/** Two decimals, so that roundings are visible. */
const cents = (code: string) => ({ code, scale: 2 });

describe('an amount is worth', () => {
  test.each([
    ['itself in its own currency', {}, 150n, 'BTC', 'BTC', 150n],
    ['its price', { BTC: both(20.5) }, 150n, 'BTC', 'USDT', 3_075n],
    ['one divided by the price of the other', { BTC: both(8) }, 100n, 'USDT', 'BTC', 12n],
    ['the price of one in the other', { BTC: both(20), ETH: both(3) }, 100n, 'BTC', 'ETH', 666n],
    ['zero when the amount is zero', { BTC: both(20.5) }, 0n, 'BTC', 'USDT', 0n],
    ['zero when it is below one unit', { PEPE: both(0.00001) }, 100n, 'PEPE', 'USDT', 0n],
    [
      'its slow mean while there is no mark',
      { BTC: { live: null, mean: 20 } },
      100n,
      'BTC',
      'USDT',
      2_000n,
    ],
  ])('%s', (_, prices, amount, from, to, expected) => {
    const worth = equivalentsAt(prices, 8);
    expect(worth.of(units(amount), cents(from), cents(to))).toBe(expected);
  });

  test.each([
    ['a coin without a market', { ETH: both(3) }],
    ['a coin without a price', { BTC: { live: null, mean: null }, ETH: both(3) }],
  ])('an unknown amount: %s', (_, prices) => {
    const worth = equivalentsAt(prices);
    for (const value of [worth.of, worth.atMost, worth.atLeast, worth.inLimit, worth.untilLimit])
      expect(value(units(100n), cents('BTC'), cents('ETH'))).toBeNull();
  });

  test('an equivalent is rounded down by less than one unit, whatever the scales', () => {
    const scale = fc.integer({ min: 0, max: 18 });
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n });
    const price = fc.integer({ min: 1, max: 10 ** 9 });
    fc.assert(
      fc.property(amount, price, scale, scale, (value, ticks, fromScale, toScale) => {
        const equivalents = equivalentsAt({ BTC: both(ticks) });
        const [base, quote] = [
          { code: 'BTC', scale: fromScale },
          { code: 'USDT', scale: toScale },
        ];
        const exact = value * BigInt(ticks) * 10n ** BigInt(toScale);
        const unit = 10n ** BigInt(fromScale);
        const found = equivalents.of(units(value), base, quote) ?? -1n;
        expect(found * unit <= exact && exact < (found + 1n) * unit).toBe(true);
      }),
    );
  });
});

describe('the worth of liens, holdings and limits', () => {
  const valueOf =
    (how: 'atMost' | 'atLeast' | 'inLimit') =>
    (prices: Readonly<Record<string, Price>>, from = 'BTC', to = 'USDT') =>
      equivalentsAt(prices)[how](units(100n), cents(from), cents(to));
  const most = valueOf('atMost');
  const least = valueOf('atLeast');
  const limit = valueOf('inLimit');

  test('is at the higher of mark and slow mean, or at the lower', () => {
    for (const [live, mean] of [
      [200_000, 210_000],
      [210_000, 200_000],
    ] as const) {
      expect(most({ BTC: { live, mean } })).toBe(21_000_000n);
      expect(limit({ BTC: { live, mean } })).toBe(21_000_000n);
      expect(least({ BTC: { live, mean } })).toBe(20_000_000n);
    }
  });

  test('is in limits not below the catalog, so that a fall of all sources lifts none', () => {
    expect(limit({ BTC: both(1) })).toBe(9_725_000n);
    expect(most({ BTC: both(1) })).toBe(100n);
    expect(least({ BTC: both(1) })).toBe(100n);
  });

  test('turns around when the coin is what is asked for', () => {
    const worth = equivalentsAt({ BTC: { live: 200_000, mean: 400_000 } });
    const amount = units(40_000_000n);
    expect(worth.atLeast(amount, cents('USDT'), cents('BTC'))).toBe(100n);
    expect(worth.atMost(amount, cents('USDT'), cents('BTC'))).toBe(200n);
    const fallen = equivalentsAt({ BTC: both(1) });
    expect(fallen.untilLimit(units(9_725_000n), cents('USDT'), cents('BTC'))).toBe(100n);
  });

  test('is unknown while the mark is not live, whatever the mean is', () => {
    for (const value of [most, least, limit])
      expect(value({ BTC: { live: null, mean: 200_000 } })).toBeNull();
  });

  test('is one to one for USDT, without a source', () => {
    for (const value of [most, least, limit]) expect(value({}, 'USDT')).toBe(100n);
  });
});
