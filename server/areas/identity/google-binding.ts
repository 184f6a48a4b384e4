/** Binding and unbinding the Google authenticator. */
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { GoogleKey } from '../../../contract/identity/security.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { newGoogleKey, otpauthUri, stepOfCode } from './google-codes.ts';
import { changeSecret } from './secret-change.ts';
import type { Changer } from './secret-change.ts';
import { googleKeyPlace } from './security-check.ts';
import type { SecurityCheck, TryError } from './security-check.ts';
import type { IdentityParts } from './service-parts.ts';
import { contactOf } from './user-info.ts';
import {
  bindPendingGoogleKey,
  findUserSecurity,
  putPendingGoogleKey,
  removeGoogleKey,
} from './user-security.repo.ts';
import { findUserById } from './users.repo.ts';

interface GoogleProof {
  readonly loginPassword: string;
  readonly googleCode: string;
}

type ProofError = 'password_incorrect' | 'google_code_incorrect' | TryError | 'session_ended';

/** Creates a key, which replaces one that is not bound yet. */
export async function createGoogleKey(
  { database, seal }: IdentityParts,
  userId: number,
  now: EpochMs,
): Promise<Result<GoogleKey, 'google_already_bound'>> {
  const user = ensure(await findUserById(database, userId), `user ${userId}`);
  const secret = newGoogleKey();
  const expiresAt = now + LIMITS.google_binding_valid_ms;
  const sealedKey = seal.close(secret, googleKeyPlace(userId));
  const isKept = await putPendingGoogleKey(database, userId, sealedKey, expiresAt);
  if (!isKept) return refuse('google_already_bound');
  const otpauth = otpauthUri(secret, contactOf(user).value);
  return ok({ secret, otpauth_uri: otpauth, expires_at: expiresAt });
}

/**
 * Binds the last created key. It starts no hold, because it only adds a proof to withdrawals; the hold
 * of an earlier unbinding continues.
 */
export async function bindGoogle(
  parts: IdentityParts,
  check: SecurityCheck,
  changer: Changer,
  { loginPassword, googleCode }: GoogleProof,
): Promise<Result<null, ProofError | 'google_already_bound' | 'google_binding_expired'>> {
  const { userId, now } = changer;
  const proved = await check.checkLoginPassword(userId, loginPassword, now);
  if (!proved.ok) return proved;
  const security = await findUserSecurity(parts.database, userId);
  if (security?.googleKey != null) return refuse('google_already_bound');
  const sealedKey = security?.pendingGoogleKey ?? null;
  if (sealedKey === null || (security?.pendingExpiresAtMs ?? 0) <= now)
    return refuse('google_binding_expired');
  const key = parts.seal.open(sealedKey, googleKeyPlace(userId));
  const step = stepOfCode(key, googleCode, now);
  const verdict = await check.tryOnce(userId, now, async () =>
    step === undefined ? 'wrong' : 'right',
  );
  if (!verdict.ok) return verdict;
  if (step === undefined) return refuse('google_code_incorrect');
  const change = { hold: null, notice: { kind: 'googleBound' } } as const;
  const bound = await changeSecret(parts, changer, change, (tx) =>
    bindPendingGoogleKey(tx, userId, sealedKey, step),
  );
  if (!bound.ok) return bound;
  return bound.value ? ok(null) : refuse('google_already_bound');
}

/** Unbinds the key, with the password and one of its codes. Starts a hold on withdrawals. */
export async function unbindGoogle(
  parts: IdentityParts,
  check: SecurityCheck,
  changer: Changer,
  { loginPassword, googleCode }: GoogleProof,
): Promise<Result<null, ProofError | 'google_not_bound'>> {
  const { userId, now } = changer;
  const proved = await check.checkLoginPassword(userId, loginPassword, now);
  if (!proved.ok) return proved;
  const sealedKey = (await findUserSecurity(parts.database, userId))?.googleKey ?? null;
  if (sealedKey === null) return refuse('google_not_bound');
  const google = await check.checkBoundCode(userId, sealedKey, googleCode, now);
  if (!google.ok) return google;
  const change = { hold: 'google_changed', notice: { kind: 'googleUnbound' } } as const;
  const unbound = await changeSecret(parts, changer, change, (tx) =>
    removeGoogleKey(tx, userId, sealedKey),
  );
  if (!unbound.ok) return unbound;
  return unbound.value ? ok(null) : refuse('google_not_bound');
}
