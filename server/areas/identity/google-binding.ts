/** Binding and unbinding the Google authenticator. */
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { GoogleKey } from '../../../contract/identity/security.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { SealError, type Seal } from '../../kit/seal/seal.ts';
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
  type UserSecurity,
} from './user-security.repo.ts';
import { lockUser } from './users.repo.ts';

interface GoogleProof {
  readonly loginPassword: string;
  readonly googleCode: string;
}

type Asker = Pick<Changer, 'userId' | 'sessionId'>;

/** A key that is not bound yet. */
interface PendingKey {
  /** The encrypted key, as the database has it. */
  readonly sealedKey: string;
  readonly secret: string;
  /** The page that has created it; empty if the request had no id. */
  readonly bindingId: string;
  readonly expiresAt: EpochMs;
}

type ProofError = 'password_incorrect' | 'google_code_incorrect' | TryError | 'session_ended';

/** Returns the place that a key is encrypted for until it is bound: no other session of the user can open it. */
const pendingKeyPlace = ({ userId, sessionId }: Asker): string =>
  `${googleKeyPlace(userId)}:pending:${sessionId}`;

/** Returns the unexpired pending key of this session; null if there is none, or only that of another session. */
function pendingKeyOf(
  seal: Seal,
  security: UserSecurity | undefined,
  { now, ...asker }: Changer,
): PendingKey | null {
  const sealedKey = security?.pendingGoogleKey ?? null;
  const expiresAt = security?.pendingExpiresAtMs ?? 0;
  if (sealedKey === null || expiresAt <= now) return null;
  try {
    const [secret = '', bindingId = ''] = seal.open(sealedKey, pendingKeyPlace(asker)).split(' ');
    return { sealedKey, secret, bindingId, expiresAt };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return null;
  }
}

/**
 * Returns the pending key of this page, or creates one, so that a reload does not change a key that the user has scanned.
 * It replaces every other pending key. A stolen session does not get the key that its owner is about to bind, because the
 * thief does not know the id of the owner's page: the thief's own key ends the binding of the owner, who sees an error.
 * The key expires `google_binding_valid_ms` after its creation, however often it is read.
 * @param bindingId of the page; undefined: a new key
 */
export async function createGoogleKey(
  { database, seal }: IdentityParts,
  asker: Changer,
  bindingId: string | undefined,
): Promise<Result<GoogleKey, 'google_already_bound'>> {
  const { userId, now } = asker;
  return transaction(database, async (tx) => {
    // Two calls of one moment would otherwise create two keys, and the first shown one would be lost.
    const user = await lockUser(tx, userId);
    const security = await findUserSecurity(tx, userId);
    if (security?.googleKey != null) return refuse('google_already_bound');
    const pending = pendingKeyOf(seal, security, asker);
    const earlier = pending?.bindingId === bindingId ? pending : null;
    const secret = earlier?.secret ?? newGoogleKey();
    const expiresAt = earlier?.expiresAt ?? now + LIMITS.google_binding_valid_ms;
    if (earlier === null) {
      const sealedKey = seal.close(`${secret} ${bindingId ?? ''}`, pendingKeyPlace(asker));
      await putPendingGoogleKey(tx, userId, sealedKey, expiresAt);
    }
    const otpauth = otpauthUri(secret, contactOf(user).value);
    return ok({ secret, otpauth_uri: otpauth, expires_at: expiresAt });
  });
}

/**
 * Binds the pending key of this session. It starts no hold, because it only adds a proof to withdrawals;
 * the hold of an earlier unbinding continues.
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
  const pending = pendingKeyOf(parts.seal, security, changer);
  if (pending === null) return refuse('google_binding_expired');
  const step = stepOfCode(pending.secret, googleCode, now);
  const verdict = await check.tryOnce(userId, now, async () =>
    step === undefined ? 'wrong' : 'right',
  );
  if (!verdict.ok) return verdict;
  if (step === undefined) return refuse('google_code_incorrect');
  const change = { hold: null, notice: { kind: 'googleBound' } } as const;
  const bound = await changeSecret(parts, changer, change, (tx) =>
    bindPendingGoogleKey(tx, userId, {
      pendingKey: pending.sealedKey,
      boundKey: parts.seal.close(pending.secret, googleKeyPlace(userId)),
      step,
    }),
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
