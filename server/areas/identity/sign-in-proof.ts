/**
 * The second proof of a sign-in: a code of the bound authenticator; without one, a code that is sent to the
 * user where a new device needs it (RULES).
 */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { digest } from '../../kit/seal/secrets.ts';
import { isDeviceKnown } from './devices.repo.ts';
import type { Device } from './devices.repo.ts';
import { stepOfCode } from './google-codes.ts';
import { CODE_SENT } from './code-sending.ts';
import type { CodeSendingError } from './code-sending.ts';
import { checkOwnCode, postOwnCode } from './own-codes.ts';
import { googleKeyPlace } from './security-check.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { contactOf } from './user-info.ts';
import { findUserSecurity, spendGoogleStep } from './user-security.repo.ts';
import type { User } from './users.repo.ts';
import { spendCode } from './verification-codes.ts';
import type { CodeError } from './verification-codes.ts';

/** The part of a sign-in besides account and password. */
export interface SignInProof {
  /** Empty for none. */
  readonly code: string;
  /** The random id that the browser keeps; undefined if it has none. */
  readonly deviceId: string | undefined;
}

export type ProofError =
  | 'google_code_required'
  | 'google_code_incorrect'
  | 'device_code_required'
  | CodeError
  | CodeSendingError;

/** A proof that was checked, to be used up in the transaction that opens the session. */
export interface CheckedProof {
  /** The key that was bound at the time of the check; null for none. */
  readonly googleKey: string | null;
  /** Uses up the code, and refuses when it was used since. */
  spend(tx: Transaction): Promise<Result<null, 'google_code_incorrect' | 'code_incorrect'>>;
}

const NO_PROOF: CheckedProof = { googleKey: null, spend: () => Promise.resolve(ok(null)) };

/** Returns the device of a sign-in. A client without an id is known by the name that it sends. */
export const deviceOf = (
  userId: number,
  deviceId: string | undefined,
  { userAgent }: Pick<Caller, 'userAgent'>,
): Device => ({ userId, deviceHash: digest(`${userId} ${deviceId ?? `client ${userAgent}`}`) });

/** Checks the second proof of a user whose password is right. Sends a code where one is needed and none is given. */
export async function checkProof(
  parts: IdentityParts,
  user: User,
  { code, deviceId }: SignInProof,
  caller: Caller,
): Promise<Result<CheckedProof, ProofError>> {
  const { database, asksNewDevices } = parts;
  const googleKey = (await findUserSecurity(database, user.id))?.googleKey ?? null;
  if (googleKey !== null) return checkAuthenticator(parts, user.id, googleKey, code, caller);
  if (!asksNewDevices) return ok(NO_PROOF);
  const device = deviceOf(user.id, deviceId, caller);
  // The name of a client is no secret, so that it cannot replace the code.
  const isKnown = deviceId !== undefined && (await isDeviceKnown(database, device, caller.now));
  if (isKnown) return ok(NO_PROOF);
  if (code === '') return sendDeviceCode(parts, user, caller);
  const checked = await checkOwnCode(database, user.id, 'sign_in', code, caller.now);
  if (!checked.ok) return checked;
  return ok({
    googleKey: null,
    spend: async (tx) =>
      (await spendCode(tx, checked.value, caller.now)) ? ok(null) : refuse('code_incorrect'),
  });
}

async function checkAuthenticator(
  { seal }: IdentityParts,
  userId: number,
  googleKey: string,
  code: string,
  { now }: Caller,
): Promise<Result<CheckedProof, ProofError>> {
  if (code === '') return refuse('google_code_required');
  const step = stepOfCode(seal.open(googleKey, googleKeyPlace(userId)), code, now);
  if (step === undefined) return refuse('google_code_incorrect');
  return ok({
    googleKey,
    spend: async (tx) =>
      (await spendGoogleStep(tx, userId, googleKey, step))
        ? ok(null)
        : refuse('google_code_incorrect'),
  });
}

/** Sends a code, and refuses with the seconds until the next one can be sent. */
async function sendDeviceCode(
  parts: IdentityParts,
  user: User,
  caller: Caller,
): Promise<Result<never, ProofError>> {
  const sent = await postOwnCode(parts, user.id, 'sign_in', contactOf(user), caller);
  if (sent.ok) return refuse('device_code_required', CODE_SENT.resend_after_s);
  const { error, retryAfterS = 0 } = sent;
  // A longer wait is that of the day, whose last code may have expired.
  const isLastCodeValid =
    error === 'code_sent_recently' && retryAfterS * SECOND_MS <= LIMITS.verification_code_resend_ms;
  return isLastCodeValid ? refuse('device_code_required', retryAfterS) : sent;
}
