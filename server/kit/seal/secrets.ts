/** Random values and digests of identity: every secret comes from `node:crypto` here. */
import { hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';

const TOKEN_BYTES = 32;
// Alphabet without 0/O and 1/I, because users read such a code aloud and type it.
const READABLE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const READABLE_LENGTH = 8;

/** 256 random bits, base64url. */
export const randomToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A new, independent pair for a new session. */
export const randomTokens = (): Tokens => ({
  accessToken: randomToken(),
  refreshToken: randomToken(),
});

/**
 * Derives the pair that follows `refreshToken` under the session's `salt` (ADR 0002). Both inputs
 * are needed to compute it, and the same inputs give the same pair.
 */
export function successorTokens(refreshToken: string, salt: string): Tokens {
  const derive = (purpose: string) =>
    Buffer.from(
      hkdfSync('sha256', refreshToken, Buffer.from(salt, 'base64url'), purpose, TOKEN_BYTES),
    ).toString('base64url');
  return {
    accessToken: derive('meridian access token'),
    refreshToken: derive('meridian refresh token'),
  };
}

/** SHA-256, base64url; enough for secrets of 256 bits. */
export const digest = (secret: string): string => hash('sha256', secret, 'base64url');

/** Compares two digests in constant time. */
export function isSameDigest(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns a verification code: six digits, each of the million equally likely. */
export function randomCode(): string {
  const digits = LIMITS.verification_code_digits;
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** A public user number of eight digits; may be taken already. */
export const randomUid = (): string => String(randomInt(10_000_000, 100_000_000));

/** An invite or authorization code, 40 random bits; may be taken already. */
export const randomReadableCode = (): string =>
  Array.from(
    { length: READABLE_LENGTH },
    () => READABLE_ALPHABET[randomInt(READABLE_ALPHABET.length)],
  ).join('');
