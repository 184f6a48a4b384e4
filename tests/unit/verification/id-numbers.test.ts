/** Document numbers of a verification: the check digit of a Chinese identity card, lengths of the others. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readIdNumber } from '../../../server/areas/verification/id-numbers.ts';
import { maskName, maskNumber } from '../../../server/areas/verification/masking.ts';

const TODAY = '20261120';
/** The number of these 17 digits, with its check digit. */
const withCheckDigit = (digits: string): string => {
  // ISO 7064 MOD 11-2, computed the other way round than in the code under test.
  let remainder = 0;
  for (const digit of digits) remainder = ((remainder + Number(digit)) * 2) % 11;
  const check = (12 - remainder) % 11;
  return `${digits}${check === 10 ? 'X' : check}`;
};

describe('a Chinese resident identity card', () => {
  test.each(['11010519491231002X', '11010119900307897X'])(
    '%s has a valid check digit',
    (number) => {
      expect(readIdNumber('id_card', number, TODAY)).toBe(number);
      expect(withCheckDigit(number.slice(0, 17))).toBe(number);
    },
  );

  test.each([
    ['of today', '11010520261120001', true],
    ['of a leap day', '11010520240229001', true],
    ['of tomorrow', '11010520261121001', false],
    ['of a day that does not exist', '11010520230229001', false],
    ['of the 13th month', '11010519491331001', false],
    ['of the day zero', '11010519491200001', false],
    ['of a province that does not exist', '99010519491231001', false],
    ['of 1899', '11010518991231001', false],
  ])('%s: %s is accepted: %s', (_what, digits, isTaken) => {
    const number = withCheckDigit(digits);
    expect(readIdNumber('id_card', number, TODAY)).toBe(isTaken ? number : null);
  });

  test('with one wrong digit, or two neighbors exchanged, is refused', () => {
    const right = withCheckDigit('11010519491231002');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 17 }),
        fc.constantFrom(...'0123456789'),
        (at, digit) => {
          const wrong = right.slice(0, at) + digit + right.slice(at + 1);
          fc.pre(wrong !== right);
          expect(readIdNumber('id_card', wrong, TODAY)).toBeNull();
        },
      ),
    );
    for (let at = 0; at < 16; at += 1) {
      const [a = '', b = ''] = [right[at], right[at + 1]];
      const wrong = right.slice(0, at) + b + a + right.slice(at + 2);
      if (wrong !== right) expect(readIdNumber('id_card', wrong, TODAY)).toBeNull();
    }
  });
});

test.each([
  ['id_card', 'L01X00T47', 'L01X00T47'],
  ['id_card', '12-345-678', '12345678'],
  ['id_card', 'ABCDE', null],
  ['id_card', '1234', null],
  ['id_card', '123456789012345678901', null],
  ['passport', 'c01x00t47', 'C01X00T47'],
  ['passport', 'X1234', null],
  ['passport', 'X123456789', null],
  ['passport', 'ABCDEFGH', null],
  ['driving_licence', 'MORGA657054SM9IJ', 'MORGA657054SM9IJ'],
  ['driving_licence', '----', null],
] as const)('%s %s reads as %s', (type, text, number) => {
  expect(readIdNumber(type, text, TODAY)).toBe(number);
});

test.each([
  ['Mira Belle', 'M***'],
  ['王小明', '王***'],
  ['𠮷田', '𠮷***'],
])('the name %s shows as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});

test.each([
  ['11010519491231002X', '11**************2X'],
  ['X1234567', 'X1****67'],
  ['12345', '1***5'],
])('the number %s shows as %s', (number, masked) => {
  expect(maskNumber(number)).toBe(masked);
});
