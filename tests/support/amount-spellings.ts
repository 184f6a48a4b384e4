/** Invalid spellings of an amount, and invalid form fields. */

/** None of them is a positive number in canonical form, see `contract/money/decimal.ts`. */
export const WRONG_SPELLINGS: readonly string[] = [
  // Empty, zero, signs
  '',
  ' ',
  '0',
  '-0',
  '0.0',
  '00',
  '-1',
  '+1',
  '−1',
  '--1',
  '1-',
  '-',
  // Redundant zeros, missing parts
  '01',
  '001.5',
  '1.0',
  '1.50',
  '1.',
  '.5',
  '.',
  '1..5',
  '1.2.3',
  // Other notations
  '1e3',
  '1E3',
  '1e-3',
  '0x10',
  '0b11',
  '0o17',
  '1n',
  '1f',
  '1/2',
  '1+1',
  '10%',
  '%31',
  '\\u0031',
  // Separators
  '1,000',
  '1,5',
  '1.000,5',
  '1 000',
  '1_000',
  "1'000",
  '1\u00A0000',
  '1٫5',
  '1·5',
  // Spaces around
  ' 1',
  '1 ',
  '\t1',
  '1\n',
  '\r\n1',
  // Digits of other scripts, fractions, lookalikes
  '１',
  '１．５',
  '٣',
  '१',
  '²',
  '½',
  'Ⅷ',
  '一',
  'l',
  'O.5',
  // Words and values of programs
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '[1]',
  '{}',
  '[object Object]',
  '"1"',
  // Currencies
  '$1',
  '1 BTC',
  '1USDT',
  // Invisible characters
  '\u200F1',
  '\u202E1',
  '1\u202C',
  '\uFEFF1',
  '\u200B1',
  '1\u0301',
  '1\u0000',
  '\u00001',
  '😀',
  '1😀',
  // Too long
  '9'.repeat(39),
  '9'.repeat(40),
  `1${'0'.repeat(1_000)}`,
  `0.${'1'.repeat(19)}`,
  `1.${'0'.repeat(18)}1`,
  // Words of other languages
  "1'; select 1; --",
  '<b>1</b>',
];

/** Canonical, but too large or too fine for any market. */
export const IMPOSSIBLE_AMOUNTS: readonly string[] = [
  '9'.repeat(38),
  `${'9'.repeat(38)}.${'9'.repeat(18)}`,
  '0.000000000000000001',
  `0.${'0'.repeat(9)}1`,
];

/** Form bodies with an invalid field `name`; `rest` has the other fields. */
export const wrongForms = (name: string, value: string, rest: string): readonly string[] => {
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join('&');
  return [
    // Repeated, with a different value and with the same
    join(rest, `${name}=${value}`, `${name}=2`),
    join(rest, `${name}=${value}`, `${name}=${value}`),
    // A list or an object
    join(rest, `${name}[]=${value}`),
    join(rest, `${name}[0]=${value}`),
    join(rest, `${name}[value]=${value}`),
    join(rest, `${name}.value=${value}`),
    // Under another name
    join(rest, `${name.toUpperCase()}=${value}`),
    join(rest, `%20${name}=${value}`),
    // Without a value, or badly encoded: overlong, broken, half a character
    join(rest, name),
    join(rest, `${name}=%C0%B1`),
    join(rest, `${name}=%zz`),
    join(rest, `${name}=%F0%9F`),
    // A plus sign is a space in a form
    join(rest, `${name}=+${value}`),
    join(rest),
  ];
};
