/** Short figures of a glance: rounding that favors no side, and marks of each language. */
import { describe, expect, test } from 'vitest';
import {
  formatCost,
  formatGlance,
  formatShortened,
  glanceScale,
} from '../../../src/format/glance.ts';
import { ticketScales } from '../../../src/views/spot/ticket-scales.ts';

describe('at a glance', () => {
  test.each([
    ['440733.25062683', 'USDT', '440,733.25'],
    ['205846.98962871', 'USDT', '205,846.98'],
    ['50', 'USDT', '50.00'],
    ['0', 'USDT', '0.00'],
    ['0.00219576', 'USDT', '0.0021'],
    ['0.000000001', 'USDT', '0.00'],
    ['4.56372919', 'BTC', '4.56372'],
    ['0.00012345678', 'BTC', '0.00012345'],
    ['6123456.12345678', 'DOGE', '6,123,456.12'],
    ['0', 'BTC', '0'],
  ])('%s %s is %s', (text, code, shown) => {
    expect(formatGlance('en-US', text, code)).toBe(shown);
  });

  test('the abbreviations are those of the language', () => {
    expect(formatGlance('de-DE', '440733.25062683', 'USDT')).toBe('440.733,25');
  });
});

describe('rounding', () => {
  const of = (text: string, rounding: 'floor' | 'ceil') =>
    formatShortened('en-US', text, { code: 'USDT', scale: 8, rounding });

  test('a fee rounds up and proceeds round down, and both together are the whole', () => {
    expect(of('0.002195763', 'ceil')).toBe('0.00219577');
    expect(of('2.193567237', 'floor')).toBe('2.19356723');
  });

  test('a figure that needs no rounding is unchanged', () => {
    expect(of('2.195763', 'ceil')).toBe('2.195763');
    expect(of('2.195763', 'floor')).toBe('2.195763');
  });

  test('a figure with more digits than a float holds is rounded in its last digit', () => {
    expect(of('12345678901234567.000000001', 'ceil')).toBe('12,345,678,901,234,567.00000001');
  });

  test('the smallest fee is never shown as zero', () => {
    const scale = glanceScale('0.000000000000000001', 'USDT');
    const fee = formatShortened('en-US', '0.000000000000000001', {
      code: 'USDT',
      scale,
      rounding: 'ceil',
    });
    expect(fee).toBe('0.00000001');
  });
});

describe('a ticket', () => {
  const sell = { side: 'sell', base: 'BTC', quote: 'USDT' } as const;
  const buy = { side: 'buy', base: 'BTC', quote: 'USDT' } as const;
  const figures = {
    quantity: '2.1',
    total: '200818.27007329',
    price: '95627.74',
    fee: '200.81827007329',
    feePpm: 1_000,
    received: '200617.45180321671',
    isEstimate: true,
    isShort: false,
  };

  test('an estimate is shown to the cent', () => {
    expect(ticketScales(figures, sell)).toEqual({ total: 2, proceeds: 2 });
  });

  test('exact figures have nine digits, the same decimals for all three of a sell', () => {
    expect(ticketScales({ ...figures, isEstimate: false }, sell)).toEqual({
      total: 3,
      proceeds: 3,
    });
    const little = { ...figures, total: '2.195763', fee: '0.002195763', isEstimate: false };
    expect(ticketScales(little, sell)).toEqual({ total: 8, proceeds: 8 });
  });

  test('a small fee has the decimals that make it visible', () => {
    const little = { ...figures, total: '2.195763', fee: '0.002195763' };
    expect(ticketScales(little, sell)).toEqual({ total: 4, proceeds: 4 });
  });

  test('the spent and received sums of a buy are rounded separately', () => {
    expect(ticketScales({ ...figures, fee: '0.0021' }, buy)).toEqual({ total: 2, proceeds: 8 });
  });
});

test.each([
  ['0.000005555', '0.00000556'],
  ['0.0000055', '0.0000055'],
  ['69.34812760055478502', '69.34812761'],
  ['1386962.413314840499306518', '1,386,962.41331485'],
])('a sum to pay is never shown as less: %s is %s', (text, shown) => {
  expect(formatCost('en-US', text)).toBe(shown);
});
