/** The masked spelling of an account that other users may see. */
import { expect, test } from 'vitest';
import { maskedAccount } from '../../../server/areas/identity/masked-account.ts';

test.each([
  ['ann@example.org', null, 'a***@example.org'],
  ['a@example.org', null, 'a***@example.org'],
  ['"odd@name"@example.org', null, '"***@example.org'],
  ['ann@example.org', '+4915112345678', 'a***@example.org'],
  [null, '+4915112345678', '+49 *** 78'],
  [null, '+8613800138000', '+86 *** 00'],
])('%j and %j are shown as %s', (email, mobile, shown) => {
  expect(maskedAccount({ email, mobile })).toBe(shown);
});
