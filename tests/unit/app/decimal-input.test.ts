/** Numbers as users type and paste them in every language, read as canonical decimals. */
import { expect, test } from 'vitest';
import {
  decimalSeparator,
  readDecimalInput,
  showDecimalInput,
} from '../../../src/format/decimal-input.ts';

test.each([
  ['en-US', '64250.1', '64250.1'],
  ['en-US', '64,250.1', '64250.1'],
  ['en-US', '0.', '0.'],
  ['en-US', '.5', '.5'],
  ['en-US', ' 1 000 ', '1000'],
  ['en-US', '$5', '5'],
  ['en-US', '1.5 BTC', '1.5'],
  ['en-US', 'USDT 1,234.56', '1234.56'],
  ['en-US', '', ''],
  ['en-US', '64,250', '64250'],
  ['en-US', '1,234,567', '1234567'],
  // A keypad with a comma only.
  ['en-US', '0,', '0.'],
  ['en-US', '1,', '1.'],
  ['en-US', ',5', '.5'],
  ['en-US', '0,5', '0.5'],
  ['th-TH', '0,015', '0.015'],
  ['ja-JP', '12,5', '12.5'],
  ['de-DE', '64250,1', '64250.1'],
  ['de-DE', '64.250', '64250'],
  ['de-DE', '0.015', '0.015'],
  ['de-DE', '64.250,1', '64250.1'],
  ['de-DE', '0,', '0.'],
  // A keypad with a point only.
  ['de-DE', '0.5', '0.5'],
  ['de-DE', '1.234.567', '1234567'],
  ['fr-FR', '64\u202F250,1', '64250.1'],
  ['ja-JP', '１２．５', '12.5'],
  ['de-DE', "64'250,1", '64250.1'],
  ['en-US', '1234,567', '1234.567'],
] as const)('%s: %s is read as %s', (locale, typed, kept) => {
  expect(readDecimalInput(locale, typed)).toBe(kept);
});

test.each([
  ['en-US', '1e3'],
  ['en-US', '1e-3'],
  ['en-US', '0x10'],
  ['en-US', '1/2'],
  ['en-US', '-5'],
  ['en-US', '0.0.1'],
  ['en-US', '1.2.'],
  ['en-US', '1.234,5'],
  ['en-US', '12 34'],
  ['en-US', '0.123 456'],
  ['en-US', 'BTC-1'],
  ['en-US', '5 million'],
  ['en-US', '1.5 mBTC'],
  ['en-US', '1500 sats'],
  ['en-US', '2 kUSDT'],
  ['en-US', `0.${'1'.repeat(39)}`],
  ['de-DE', '0.0.1'],
  ['de-DE', '12.34,5'],
  ['de-DE', '1,2,3'],
  ['th-TH', 'a'],
] as const)('%s: %s is no plain number and changes nothing', (locale, typed) => {
  expect(readDecimalInput(locale, typed)).toBeNull();
});

test.each([
  ['en-US', '.'],
  ['zh-CN', '.'],
  ['th-TH', '.'],
  ['de-DE', ','],
  ['fr-FR', ','],
  ['es-ES', ','],
  ['vi-VN', ','],
] as const)('%s writes decimals with %s', (locale, sign) => {
  expect(decimalSeparator(locale)).toBe(sign);
  expect(showDecimalInput(locale, '0.5')).toBe(`0${sign}5`);
  expect(readDecimalInput(locale, showDecimalInput(locale, '1234.5'))).toBe('1234.5');
});
