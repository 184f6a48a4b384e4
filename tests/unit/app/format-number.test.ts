/** Prices, changes and volumes in all languages, exact beyond the digits of a float. */
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '../../../contract/languages.ts';
import {
  changeDirection,
  formatAmount,
  formatChange,
  formatFull,
  formatNarrow,
  formatPrice,
  formatRate,
} from '../../../src/format/number.ts';
import { isMagnitudeAbove, shiftPoint } from '../../../src/format/decimal-text.ts';
import { formatTurnover } from '../../../src/format/turnover.ts';

/** Unicode data of different years disagree on the no-break space in between, so any will do. */
const spaced = (words: string) => words.replace(/\s/gu, ' ');

/** How the ten languages write 64250.1 with two decimals, +2.345 % and 1234567.8 in millions. */
const expected: Record<Locale, readonly [price: string, change: string, millions: string]> = {
  'zh-CN': ['64,250.10', '+2.35%', '1.23M'],
  'zh-HK': ['64,250.10', '+2.35%', '1.23M'],
  'en-US': ['64,250.10', '+2.35%', '1.23M'],
  'ja-JP': ['64,250.10', '+2.35%', '1.23M'],
  'ko-KR': ['64,250.10', '+2.35%', '1.23M'],
  'th-TH': ['64,250.10', '+2.35%', '1.23M'],
  'vi-VN': ['64.250,10', '+2,35%', '1,23M'],
  'de-DE': ['64.250,10', '+2,35 %', '1,23M'],
  'fr-FR': ['64 250,10', '+2,35 %', '1,23M'],
  'es-ES': ['64.250,10', '+2,35 %', '1,23M'],
};

describe.each(LOCALES)('numbers in %s', (locale) => {
  const [price, change, millions] = expected[locale];

  test('a price has the decimals of its market and the separators of the language', () => {
    expect(spaced(formatPrice(locale, '64250.1', 2))).toBe(price);
  });

  test('a change has sign, percent and two decimals', () => {
    expect(spaced(formatChange(locale, '2.345'))).toBe(change);
  });

  test('above a million two decimals and M', () => {
    expect(formatTurnover(locale, '1234567.8')).toBe(millions);
  });
});

describe('exactness', () => {
  test('a price with more digits than a float holds keeps every one', () => {
    expect(formatPrice('en-US', '12345678901234567890.123456789', 9)).toBe(
      '12,345,678,901,234,567,890.123456789',
    );
  });

  test('the point moves over whole, fraction and zeros', () => {
    expect(shiftPoint('1234567.8', -6)).toBe('1.2345678');
    expect(shiftPoint('12.5', -2)).toBe('0.125');
    expect(shiftPoint('-0.5', -2)).toBe('-0.005');
    expect(shiftPoint('7', 2)).toBe('700');
    expect(shiftPoint('1.005', 3)).toBe('1005');
    expect(shiftPoint('1e5', 1)).toBe('NaN');
  });

  test('magnitude is compared in full, sign aside', () => {
    expect(isMagnitudeAbove('1000000', 1_000_000n)).toBe(false);
    expect(isMagnitudeAbove('1000000.000000000000000001', 1_000_000n)).toBe(true);
    expect(isMagnitudeAbove('-1000001', 1_000_000n)).toBe(true);
  });
});

describe('turnover', () => {
  test.each([
    ['0', '0'],
    ['0.9', '0'],
    ['999.126', '999'],
    ['5120', '5,120'],
    ['250000', '250,000'],
    ['999999.99', '999,999'],
    ['1000000', '1.00M'],
    ['1005000', '1.01M'],
    ['1500000000', '1,500.00M'],
  ])('%s is %s', (text, words) => {
    expect(formatTurnover('en-US', text)).toBe(words);
  });
});

describe('changes', () => {
  test('a change that rounds to zero has no sign', () => {
    expect(formatChange('en-US', '0')).toBe('0.00%');
    expect(formatChange('en-US', '-0.001')).toBe('0.00%');
    expect(formatChange('en-US', '-12.5')).toBe('-12.50%');
  });

  test('only a change above zero points up', () => {
    expect(changeDirection('0.01')).toBe('up');
    expect(changeDirection('0')).toBe('down');
    expect(changeDirection('-0.01')).toBe('down');
  });
});

test.each([
  ['0.093', 6, '0.093000'],
  ['0.000001', 6, '0.000001'],
  ['12.3456789', 6, '12.3457'],
  ['1234.56789', 5, '1,234.57'],
  ['123456.7', 1, '123,457'],
  ['999999', 0, '999,999'],
  ['561840325', 0, '561.84M'],
] as const)('%s in a narrow column is %s', (text, scale, shown) => {
  expect(formatNarrow('en-US', text, scale)).toBe(shown);
});

test('an amount in short has at most eight decimals and is never more than it is', () => {
  expect(formatAmount('en-US', '0.123456789999')).toBe('0.12345678');
  expect(formatAmount('de-DE', '1234.5')).toBe('1.234,5');
  expect(formatAmount('en-US', '0.000000009')).toBe('0');
  expect(formatAmount('en-US', '5')).toBe('5');
});

test('an exact amount keeps every decimal, a rate loses its sign of millionths', () => {
  expect(formatFull('de-DE', '1234.000000000000000001')).toBe('1.234,000000000000000001');
  expect(formatFull('en-US', '5')).toBe('5');
  expect(formatRate('en-US', 1_000)).toBe('0.1%');
  expect(spaced(formatRate('de-DE', 1_250))).toBe('0,125 %');
});
