/** The value of an amount in another currency, by the last prices. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { createEquivalents, type SpotMarket } from '../../../server/areas/market/market.area.ts';

/** Markets by name, such as `BTC/USDT`, each with its last price. */
function equivalentsAt(prices: Readonly<Record<string, string>>) {
  const markets = Object.entries(prices).map(([name, close], index) => {
    const [base = '', quote = ''] = name.split('/');
    const market = {
      spec: { base: { code: base }, quote: { code: quote } },
      quotation: () => ({ close, change: '0' }),
    };
    return [index + 1, market as unknown as SpotMarket] as const;
  });
  return createEquivalents({ spotMarkets: new Map(markets) });
}

/** Two decimals, so that roundings are visible. */
const cents = (code: string) => ({ code, scale: 2 });
const worth = (
  prices: Readonly<Record<string, string>>,
  amount: bigint,
  from: string,
  to: string,
) => equivalentsAt(prices).of(units(amount), cents(from), cents(to));

describe('an amount is worth', () => {
  test.each([
    ['itself in its own currency', {}, 150n, 'BTC', 'BTC', 150n],
    ['its price', { 'BTC/USDT': '20.5' }, 150n, 'BTC', 'USDT', 3_075n],
    ['one divided by the price of the other', { 'BTC/USDT': '8' }, 100n, 'USDT', 'BTC', 12n],
    [
      'what both are worth in USDT',
      { 'BTC/USDT': '20', 'ETH/USDT': '3' },
      100n,
      'BTC',
      'ETH',
      666n,
    ],
    [
      'its own market rather than the way through USDT',
      { 'ETH/BTC': '0.5', 'BTC/USDT': '20', 'ETH/USDT': '3' },
      100n,
      'ETH',
      'BTC',
      50n,
    ],
    ['nothing when there is nothing of it', { 'BTC/USDT': '20.5' }, 0n, 'BTC', 'USDT', 0n],
    ['less than a unit: nothing', { 'PEPE/USDT': '0.00001' }, 100n, 'PEPE', 'USDT', 0n],
  ])('%s', (_, prices, amount, from, to, expected) => {
    expect(worth(prices, amount, from, to)).toBe(expected);
  });

  test.each([
    ['without a market', { 'ETH/USDT': '3' }],
    ['before its market has a price', { 'BTC/USDT': '0', 'ETH/USDT': '3' }],
  ])('an unknown amount %s', (_, prices) => {
    expect(worth(prices, 100n, 'BTC', 'ETH')).toBeNull();
  });

  test('no more units than exactly, whatever the scales, and less than one below', () => {
    const scale = fc.integer({ min: 0, max: 18 });
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n });
    const price = fc.integer({ min: 1, max: 10 ** 9 });
    fc.assert(
      fc.property(amount, price, scale, scale, (value, ticks, fromScale, toScale) => {
        const equivalents = equivalentsAt({ 'BTC/USDT': String(ticks) });
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
