/** The server's check of a new password in both profiles, with its errors. */
import { describe, expect, test } from 'vitest';
import type { AccountName } from '../../../server/areas/identity/account-name.ts';
import { checkNewPassword } from '../../../server/areas/identity/password-rules.ts';

const ANN: AccountName = { type: 'email', value: 'ann1990@example.org' };

const verdict = async (
  password: string,
  profile: 'spec' | 'strict' = 'spec',
  repeated = password,
): Promise<string> => {
  const checked = await checkNewPassword(password, repeated, ANN, profile);
  return checked.ok ? 'accepted' : checked.error;
};

describe('in the profile of the specification', () => {
  test.each([
    ['Meridian1', 'accepted'],
    ['zq7w9k', 'accepted'],
    ['q9'.repeat(8), 'accepted'],
    ['zq7w9', 'password_format_invalid'],
    ['q9'.repeat(8) + 'q', 'password_format_invalid'],
    ['onlyletters', 'password_format_invalid'],
    ['8273645019', 'password_format_invalid'],
    ['with space1', 'password_format_invalid'],
    ['pünktlich7', 'password_format_invalid'],
    ['пароль123', 'password_format_invalid'],
    ['dollar$777', 'password_format_invalid'],
    ['', 'password_format_invalid'],
    ['abc123', 'password_too_simple'],
    ['Password1', 'password_too_simple'],
    ['1Q2W3E4R', 'password_too_simple'],
    ['Ann1990', 'password_too_simple'],
  ])('%j is %s', async (password, expected) => {
    expect(await verdict(password)).toBe(expected);
  });
});

describe('in the strict profile', () => {
  test.each([
    ['correct horse battery staple', 'accepted'],
    ['пароль для биржи', 'accepted'],
    ['onlyletterz', 'accepted'],
    ['short 7', 'password_length_invalid'],
    ['x1y2'.repeat(16), 'accepted'],
    ['x1y2'.repeat(16) + 'z', 'password_length_invalid'],
    ['qwertyuiop', 'password_too_simple'],
    ['ann1990@example.org', 'password_too_simple'],
  ])('%j is %s', async (password, expected) => {
    expect(await verdict(password, 'strict')).toBe(expected);
  });
});

test('both entries must be the same', async () => {
  expect(await verdict('Meridian1', 'spec', 'Meridian2')).toBe('passwords_do_not_match');
});

test('a broken rule is named before a difference of the two entries', async () => {
  expect(await verdict('short', 'spec', 'other')).toBe('password_format_invalid');
});
