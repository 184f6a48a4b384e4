/** Properties of decimal texts and units: one spelling per value, no rounding. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssertionError } from '../../contract/assert.ts';
import {
  formatUnits,
  isCanonicalDecimal,
  parseUnits,
  SCALE_MAX,
} from '../../contract/money/decimal.ts';
import { divide, mulDiv, type Rounding } from '../../contract/money/rounding.ts';

const scales = fc.integer({ min: 0, max: SCALE_MAX });
/** Up to 38 digits before the point and 18 after it. */
const LARGEST = 10n ** 38n - 1n;
const units = fc.bigInt({ min: -LARGEST, max: LARGEST });
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
const roundings = fc.constantFrom<Rounding>('floor', 'ceil', 'halfEven');

describe('decimal text and units', () => {
  test('formatted units are canonical and parse back to the same units', () => {
    fc.assert(
      fc.property(units, scales, (amount, scale) => {
        const text = formatUnits(amount, scale);
        expect(isCanonicalDecimal(text)).toBe(true);
        expect(parseUnits(text, scale)).toBe(amount);
      }),
    );
  });

  test('parsed text is formatted back to the same text: one spelling per value', () => {
    const spelling = fc.stringMatching(/^-?[0-9]{1,6}(?:\.[0-9]{1,6})?$/);
    fc.assert(
      fc.property(spelling, scales, (text, scale) => {
        const amount = parseUnits(text, scale);
        fc.pre(amount !== null);
        expect(formatUnits(amount, scale)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('any text either parses to its value or is refused, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), scales, (text, scale) => {
        const amount = parseUnits(text, scale);
        expect(amount === null || formatUnits(amount, scale) === text).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('more decimals than the scale are refused, never rounded', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: SCALE_MAX }), (amount, scale) => {
        fc.pre(amount % 10n !== 0n);
        expect(parseUnits(formatUnits(amount, scale), scale - 1)).toBeNull();
      }),
    );
  });

  test('order of amounts of one scale does not depend on their text', () => {
    fc.assert(
      fc.property(units, units, scales, (a, b, scale) => {
        const [first, second] = [formatUnits(a, scale), formatUnits(b, scale)];
        expect(first === second).toBe(a === b);
      }),
    );
  });

  test.each([
    '',
    '-',
    '-0',
    '+1',
    '01',
    '00',
    '1.',
    '.5',
    '1.0',
    '1.50',
    '-0.0',
    '1e3',
    '0x10',
    '1,000',
    ' 1',
    '1 ',
    '1_000',
    '１',
    '٣',
    'NaN',
    'Infinity',
    '1.2.3',
    '--1',
    '9'.repeat(40),
    `0.${'1'.repeat(19)}`,
  ])('the spelling "%s" is refused', (text) => {
    expect(isCanonicalDecimal(text)).toBe(false);
    expect(parseUnits(text, SCALE_MAX)).toBeNull();
  });

  test.each([-1, 19, 1.5, Number.NaN])('the scale %d is a programmer’s error', (scale) => {
    expect(() => parseUnits('1', scale)).toThrow(AssertionError);
    expect(() => formatUnits(1n, scale)).toThrow(AssertionError);
  });
});

describe('division', () => {
  test('floor ≤ exact ≤ ceil, and they differ by one unit exactly when there is a remainder', () => {
    fc.assert(
      fc.property(units, positive, (dividend, divisor) => {
        const low = divide(dividend, divisor, 'floor');
        const high = divide(dividend, divisor, 'ceil');
        expect(low * divisor <= dividend && dividend <= high * divisor).toBe(true);
        expect(high - low).toBe(dividend % divisor === 0n ? 0n : 1n);
      }),
    );
  });

  test('halfEven is at most half a unit away, and ties go to the even unit', () => {
    const small = fc.bigInt({ min: 1n, max: 20n });
    fc.assert(
      fc.property(fc.oneof(units, fc.bigInt({ min: -200n, max: 200n })), small, (a, b) => {
        const nearest = divide(a, b, 'halfEven');
        const twiceError = 2n * (a - nearest * b);
        const distance = twiceError < 0n ? -twiceError : twiceError;
        expect(distance <= b).toBe(true);
        if (distance === b) expect(nearest % 2n).toBe(0n);
      }),
      { numRuns: 1_000 },
    );
  });

  test('halfEven treats gain and loss alike', () => {
    fc.assert(
      fc.property(units, positive, (dividend, divisor) => {
        expect(divide(-dividend, divisor, 'halfEven')).toBe(-divide(dividend, divisor, 'halfEven'));
      }),
    );
  });

  test('floor of a loss is minus the ceil of the gain', () => {
    fc.assert(
      fc.property(units, positive, (dividend, divisor) => {
        expect(divide(-dividend, divisor, 'floor')).toBe(-divide(dividend, divisor, 'ceil'));
      }),
    );
  });

  test('mulDiv is the division of the exact product', () => {
    fc.assert(
      fc.property(units, units, positive, roundings, (a, b, divisor, rounding) => {
        expect(mulDiv(a, b, divisor, rounding)).toBe(divide(a * b, divisor, rounding));
        expect(mulDiv(a, divisor, divisor, rounding)).toBe(a);
      }),
    );
  });

  test('a fee rounded up and a payout rounded down add up to the whole', () => {
    const rate = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: LARGEST }), rate, (amount, ratePpm) => {
        const fee = mulDiv(amount, ratePpm, 1_000_000n, 'ceil');
        const payout = mulDiv(amount, 1_000_000n - ratePpm, 1_000_000n, 'floor');
        expect(fee + payout).toBe(amount);
      }),
    );
  });

  test.each([0n, -1n])('a divisor of %d is a programmer’s error', (divisor) => {
    expect(() => divide(1n, divisor, 'floor')).toThrow(AssertionError);
  });
});
