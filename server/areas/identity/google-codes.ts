/** Codes of the Google authenticator: TOTP with SHA-1, six digits, a new one each 30 s (RFC 6238). */
import { Secret, TOTP } from 'otpauth';
import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';

const ISSUER = 'Meridian';
const DIGITS = 6;
/** Clocks of phones may be a step early or late. */
const STEPS_OFF_MAX = 1;

const totpOf = (key: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: LIMITS.google_code_step_ms / SECOND_MS,
    secret: Secret.fromBase32(key),
  });

/** A key of 160 random bits, base32. */
export const newGoogleKey = (): string => new Secret().base32;

/** What an authenticator app reads from a QR code. */
export const otpauthUri = (key: string, account: string): string => totpOf(key, account).toString();

/** The time step that `code` belongs to; undefined when it fits none of those that are accepted now. */
export function stepOfCode(key: string, code: string, now: EpochMs): number | undefined {
  const stepsOff = totpOf(key).validate({ token: code, timestamp: now, window: STEPS_OFF_MAX });
  return stepsOff === null ? undefined : Math.floor(now / LIMITS.google_code_step_ms) + stepsOff;
}
