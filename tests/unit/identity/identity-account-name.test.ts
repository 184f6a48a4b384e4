/** Email addresses and mobile numbers in the one spelling under which accounts are stored. */
import { describe, expect, test } from 'vitest';
import { parseAccountName, spacedMobile } from '../../../server/areas/identity/account-name.ts';
import { AREAS } from '../../../server/kit/phone-areas.ts';

const areaOf = (iso: string) => AREAS.find((area) => area.iso === iso)?.id;
const parsed = (type: 'email' | 'mobile', typed: string, areaId?: number) => {
  const name = parseAccountName(type, typed, areaId);
  return name.ok ? name.value.value : name.error;
};

describe('an email address', () => {
  test.each([
    ['ann@example.org', 'ann@example.org'],
    ['  Ann.Lee+tag@Example.ORG ', 'ann.lee+tag@example.org'],
    ['o’brien@example.org', 'account_format_invalid'],
    ["o'brien@example.org", "o'brien@example.org"],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ])('%j becomes %j', (typed, expected) => {
    expect(parsed('email', typed)).toBe(expected);
  });

  test.each([
    'ann',
    'ann@',
    '@example.org',
    'ann@example',
    'ann@@example.org',
    'ann@exa mple.org',
    'ann@example..org',
    '.ann@example.org',
    'ann.@example.org',
    'ann@-example.org',
    'ann@example.org\r\nbcc: bob@example.org',
    'ann@127.0.0.1',
    '"ann"@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.org`,
  ])('%j is refused', (typed) => {
    expect(parsed('email', typed)).toBe('account_format_invalid');
  });

  test.each([
    ['a Cyrillic a', '\u0430nn@example.org'],
    ['the Kelvin sign, which lower-cases to k', '\u212Aate@example.org'],
    ['a full-width character', '\uFF41nn@example.org'],
    ['a zero-width space', 'an\u200Bn@example.org'],
    ['a Cyrillic domain', 'ann@ex\u0430mple.org'],
  ])('%s is refused: it looks like another address', (_what, typed) => {
    expect(parsed('email', typed)).toBe('account_format_invalid');
  });
});

describe('a mobile number', () => {
  test('is that of China when no area is named', () => {
    expect(parsed('mobile', '13800138000')).toBe('+8613800138000');
  });

  test('is the same with and without the trunk zero', () => {
    const germany = areaOf('DE');
    expect(parsed('mobile', '015112345678', germany)).toBe('+4915112345678');
    expect(parsed('mobile', '15112345678', germany)).toBe('+4915112345678');
  });

  test.each(['123', '1380013800', '138001380001', '+8613800138000', '138 0013 8000', 'ann'])(
    '%j is refused in China',
    (typed) => {
      expect(parsed('mobile', typed, areaOf('CN'))).toBe('account_format_invalid');
    },
  );

  test('of an area that does not exist is refused', () => {
    expect(parsed('mobile', '13800138000', AREAS.length + 1)).toBe('area_unknown');
  });

  test('is shown with a space after the dialing code', () => {
    expect(spacedMobile('+4915112345678')).toBe('+49 15112345678');
  });
});
