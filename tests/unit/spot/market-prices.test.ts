/** Prices of every market read the same in the book, in orders and in the price band. */
import { describe, expect, it, test } from 'vitest';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { SPOT_MARKETS } from '../../../server/areas/market/market.area.ts';
import { bindFormat } from '../../../src/format/use-format.ts';
import { bandTexts, priceText, stepText } from '../../../src/views/spot/market-prices.ts';
import { priceOf } from '../../../src/views/spot/order-market.ts';

const format = bindFormat('en-US');
const markets = SPOT_MARKETS.map(({ base, quote, priceScale }) => ({
  name: `${base.code}/${quote.code}`,
  scale: priceScale,
}));
// A market from before prices had at most eight decimals.
const OLD = { name: 'an old market', scale: 10 };

describe.each([...markets, OLD])('prices of $name', ({ scale }) => {
  const market = { price_scale: scale, price_band_ppm: 100_000 };
  // Whole hundreds of ticks, so that the lowest price of the band needs no rounding.
  const last = formatUnits(123_000n, scale);
  const low = formatUnits(110_700n, scale);

  it('have a tick with all its decimals', () => {
    expect(stepText(format, scale)).toBe(`0.${'1'.padStart(scale, '0')}`);
  });

  it('read the same in the book, in orders and in the band of the ticket', () => {
    const inBook = priceText(format, low, scale);
    expect(Number(inBook.replaceAll(',', ''))).toBe(Number(low));
    expect(inBook.split('.')[1]).toHaveLength(scale);
    expect(bandTexts(format, market, last)?.low).toBe(inBook);
    expect(priceOf(format, low, { ...UNKNOWN, priceScale: scale })).toBe(inBook);
  });
});

const UNKNOWN = { label: '#1', base: '', quote: '', priceScale: null, status: 'trading' } as const;

test('a price of an unknown market has all its digits', () => {
  expect(priceOf(format, '0.0000000012', UNKNOWN)).toBe('0.0000000012');
  expect(priceOf(format, '64250', UNKNOWN)).toBe('64,250');
});

test('no band is shown around an unknown price', () => {
  expect(bandTexts(format, { price_scale: 8, price_band_ppm: 100_000 }, '')).toBeNull();
});
