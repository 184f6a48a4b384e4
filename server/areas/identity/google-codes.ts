/** Codes of the Google authenticator: TOTP with SHA-1, six digits, a new one each 30 s (RFC 6238). */
import { Secret, TOTP } from 'otpauth';
import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';

const ISSUER = 'Meridian';
const DIGITS = 6;
/** The accepted deviation in steps, because clocks of phones may be early or late. */
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

/** Returns a key of 160 random bits, base32. */
export const newGoogleKey = (): string => new Secret().base32;

/** Returns the URI that an authenticator app reads from a QR code. */
export const otpauthUri = (key: string, account: string): string => totpOf(key, account).toString();

/** Returns the time step of `code`; undefined when it matches no step that is accepted now. */
export function stepOfCode(key: string, code: string, now: EpochMs): number | undefined {
  const stepsOff = totpOf(key).validate({ token: code, timestamp: now, window: STEPS_OFF_MAX });
  return stepsOff === null ? undefined : Math.floor(now / LIMITS.google_code_step_ms) + stepsOff;
}
