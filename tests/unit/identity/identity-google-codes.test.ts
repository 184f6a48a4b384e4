/** Codes and keys of the authenticator: accepted time steps, key length, label. */
import { describe, expect, test } from 'vitest';
import {
  newGoogleKey,
  otpauthUri,
  stepOfCode,
} from '../../../server/areas/identity/google-codes.ts';
import { googleCode } from '../../support/identity/authenticator.ts';

/** `12345678901234567890` in base32: the key of the examples in RFC 6238. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at %i s the code of RFC 6238 is %s', (seconds, code) => {
  expect(stepOfCode(RFC_KEY, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

describe('a code', () => {
  const now = 1_234_567_890_000;
  const step = Math.floor(now / 30_000);

  test('matches its step, the one before and the one after', () => {
    for (const off of [-1, 0, 1])
      expect(stepOfCode(RFC_KEY, googleCode(RFC_KEY, now, off), now)).toBe(step + off);
    for (const off of [-2, 2])
      expect(stepOfCode(RFC_KEY, googleCode(RFC_KEY, now, off), now)).toBeUndefined();
  });

  test('that is wrong matches no step', () => {
    for (const text of ['', '12345', '1234567', 'abcdef', '000000'])
      expect(stepOfCode(RFC_KEY, text, now)).toBeUndefined();
  });
});

test('a new key has 160 random bits', () => {
  const keys = new Set(Array.from({ length: 50 }, newGoogleKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[A-Z2-7]{32}$/);
});

test('an account with special characters is still one label of the address', () => {
  const uri = new URL(otpauthUri(RFC_KEY, 'ann+1&x=y@example.org'));
  expect(decodeURIComponent(uri.pathname)).toBe('/Meridian:ann+1&x=y@example.org');
  expect(uri.searchParams.get('secret')).toBe(RFC_KEY);
});
