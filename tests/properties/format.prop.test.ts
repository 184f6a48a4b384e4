/** Properties of our own number formats, compared with `Intl`. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../contract/languages.ts';
import { fixedDecimal } from '../../src/format/fixed-decimal.ts';
import { formatChange, formatPrice } from '../../src/format/number.ts';

const digits = (options: { minLength?: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), ...options });
const decimal = fc
  .tuple(digits({ minLength: 1, maxLength: 24 }), digits({ maxLength: 10 }))
  .map(([whole, fraction]) => {
    const trimmed = whole.replace(/^0+(?=\d)/, '');
    return fraction === '' ? trimmed : `${trimmed}.${fraction}`;
  });
const scale = fc.integer({ min: 0, max: 10 });

describe.each(LOCALES)('own formatting of figures in %s', (locale) => {
  test('a price is written as Intl writes it', () => {
    fc.assert(
      fc.property(decimal, scale, (text, decimals) => {
        const intl = new Intl.NumberFormat(locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        });
        expect(formatPrice(locale, text, decimals)).toBe(intl.format(text as `${number}`));
      }),
    );
  });

  test('a change is written as Intl writes it', () => {
    const intl = new Intl.NumberFormat(locale, {
      style: 'percent',
      signDisplay: 'exceptZero',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (hundredths) => {
        const whole = Math.trunc(Math.abs(hundredths) / 100);
        const rest = String(Math.abs(hundredths) % 100).padStart(2, '0');
        const percent = `${hundredths < 0 ? '-' : ''}${whole}.${rest}`;
        const share = `${hundredths}e-4` as `${number}`;
        expect(formatChange(locale, percent)).toBe(intl.format(share));
      }),
    );
  });
});

test('a figure that needs rounding, or is no plain decimal, is formatted by Intl', () => {
  for (const text of ['1.005', '-1', '+1', '1e5', '01', '.5', '1.', 'x', ''])
    expect(fixedDecimal('en-US', text, 2)).toBeNull();
  expect(fixedDecimal('en-US', '1234.5', 2)).toBe('1,234.50');
});
