/** Random tokens, codes and numbers: length, alphabet, derived successors. */
import { expect, test } from 'vitest';
import {
  digest,
  isSameDigest,
  randomCode,
  randomReadableCode,
  randomToken,
  randomUid,
  successorTokens,
} from '../../../server/kit/seal/secrets.ts';
import { registerBody } from '../../../contract/identity/identity.ts';

test('a token holds 256 bits in URL-safe characters', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/);
  expect(randomToken()).not.toBe(randomToken());
});

test('the same token and salt give the same successors, and a change of either gives others', () => {
  const [token, salt] = [randomToken(), randomToken()];
  const pair = successorTokens(token, salt);
  expect(successorTokens(token, salt)).toEqual(pair);
  const all = [
    pair,
    successorTokens(randomToken(), salt),
    successorTokens(token, randomToken()),
  ].flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  expect(new Set(all).size).toBe(6);
  for (const one of all) expect(one).toMatch(/^[\w-]{43}$/);
});

test('codes have six digits, leading zeros included', () => {
  const codes = Array.from({ length: 2_000 }, randomCode);
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});

test('user numbers have eight digits and invite codes fit the call that takes them', () => {
  for (let drawn = 0; drawn < 500; drawn++) {
    expect(randomUid()).toMatch(/^[1-9]\d{7}$/);
    expect(registerBody.shape.invite_code.safeParse(randomReadableCode()).success).toBe(true);
  }
});

test('digests are compared by value', () => {
  expect(isSameDigest(digest('one'), digest('one'))).toBe(true);
  expect(isSameDigest(digest('one'), digest('two'))).toBe(false);
  expect(isSameDigest(digest('one'), '')).toBe(false);
});
