/** The limits of the price band in the sentence of its error. */
import { expect, test } from 'vitest';
import { bandValues } from '../../../src/views/spot/error-values.ts';

const market = (price_scale: number) => ({ price_scale, price_band_ppm: 100_000 });

test.each([
  ['96432.17', 2, '86800', '106000'],
  ['64000', 2, '57600', '70400'],
  ['0.00000012', 8, '0.00000011', '0.00000013'],
  ['1', 0, '1', '1'],
])('around %s with %i decimals a limit may be from %s to %s', (lastPrice, scale, low, high) => {
  expect(bandValues(market(scale), lastPrice)).toEqual({ low, high });
});

test.each(['', '0'])('no band is shown around the price %j', (lastPrice) => {
  expect(bandValues(market(2), lastPrice)).toBeNull();
});
