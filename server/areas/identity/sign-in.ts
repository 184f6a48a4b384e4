/** Signing in with email address or mobile number and password. */
import { refuse, ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { transaction } from '../../kit/db/transaction.ts';
import { utcText } from '../../kit/notify/utc-text.ts';
import type { AccountName } from './account-name.ts';
import { GateFullError } from '../../kit/queue/concurrency.ts';
import { forgiveGuess } from './guess-guard.ts';
import type { Admission } from './guess-guard.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { recipientOf } from './service-parts.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { openSession } from './sessions.ts';
import { isDeviceKnown, putDevice } from './devices.repo.ts';
import { checkProof, deviceOf } from './sign-in-proof.ts';
import type { CheckedProof, ProofError, SignInProof } from './sign-in-proof.ts';
import { findUserSecurity } from './user-security.repo.ts';
import { admitSignIn } from './sign-in-guard.ts';
import { findUserByAccount, lockUser, noteSignIn, updatePassword } from './users.repo.ts';
import type { User } from './users.repo.ts';
import { localeOf } from './user-info.ts';

export type SignInError =
  | 'credentials_incorrect'
  | 'sign_in_locked'
  | 'user_disabled'
  | 'user_held'
  | ProofError;

/** The fields of a sign-in. */
export interface SignIn {
  readonly account: AccountName;
  readonly password: string;
  readonly proof: SignInProof;
}

/**
 * Opens a session. An unknown account is treated exactly like a known one with a wrong password: same
 * statements, same hash, same limits, same answer. Only the right password shows whether a second proof is needed.
 * @throws GateFullError when too many passwords are being checked.
 */
export function signIn(
  parts: IdentityParts,
  { account, password, proof }: SignIn,
  caller: Caller,
): Promise<Result<Tokens, SignInError>> {
  return parts.signInQueue.run(account.value, async () => {
    const user = await findUserByAccount(parts.database, account);
    const admitted = await admitSignIn(
      parts.database,
      account,
      user?.lastSignInAtMs ?? null,
      caller.now,
    );
    if (!admitted.ok) return admitted;
    const fits = await isPasswordOf(parts, user, password, admitted.value);
    if (user === undefined || !fits) {
      if (user && admitted.value.isLast) notifyOwner(parts, account, user);
      return refuse('credentials_incorrect');
    }
    if (user.disabledAtMs !== null) {
      await forgiveGuess(parts.database, admitted.value);
      return refuse(user.isHeldByOwner ? 'user_held' : 'user_disabled');
    }
    const checked = await checkProof(parts, user, proof, caller);
    if (!checked.ok && isGuess(checked.error)) {
      if (admitted.value.isLast) notifyOwner(parts, account, user);
      return checked;
    }
    await forgiveGuess(parts.database, admitted.value);
    return checked.ok
      ? openSessionOf(parts, user, checked.value, { password, proof }, caller)
      : checked;
  });
}

/** A guessed code counts like a wrong password, because a thief of the password could try all codes. */
const isGuess = (error: ProofError): boolean =>
  error === 'google_code_incorrect' || error === 'code_incorrect';

async function isPasswordOf(
  { database, hasher }: IdentityParts,
  user: User | undefined,
  password: string,
  admission: Admission,
): Promise<boolean> {
  try {
    return await hasher.verify(user?.passwordHash, password);
  } catch (error) {
    if (error instanceof GateFullError) await forgiveGuess(database, admission);
    throw error;
  }
}

function notifyOwner({ notifier, log }: IdentityParts, account: AccountName, user: User): void {
  log.warn({ userId: user.id }, 'sign-in locked after repeated failures');
  notifier.post(recipientOf(account, localeOf(user)), { kind: 'signInLocked' });
}

/** Refuses when the password was replaced, the user disabled or an authenticator bound since the check. */
async function openSessionOf(
  { database, hasher, notices }: IdentityParts,
  user: User,
  checked: CheckedProof,
  { password, proof: { deviceId } }: Pick<SignIn, 'password' | 'proof'>,
  caller: Caller,
): Promise<Result<Tokens, SignInError>> {
  const { now, locale, address, userAgent } = caller;
  const betterHash = hasher.isOutdated(user.passwordHash)
    ? await hashIfIdle(hasher, password)
    : undefined;
  const device = deviceOf(user.id, deviceId, caller);
  return transaction(database, async (tx) => {
    await lockUser(tx, user.id);
    const googleKey = (await findUserSecurity(tx, user.id))?.googleKey ?? null;
    if (googleKey !== null && googleKey !== checked.googleKey)
      return refuse('google_code_required');
    // A repeated right code reveals nothing, so that a double tap does not count as a guess.
    const spent = await checked.spend(tx);
    if (!spent.ok) return spent;
    if (!(await noteSignIn(tx, user, now, locale))) return refuse('credentials_incorrect');
    if (betterHash !== undefined) await updatePassword(tx, user.id, betterHash);
    const isKnown = await isDeviceKnown(tx, device, now);
    await putDevice(tx, device, now);
    if (!isKnown)
      await notices.put(tx, user.id, { kind: 'newDevice', time: utcText(now), address }, now);
    return ok(await openSession(tx, { userId: user.id, address, userAgent }, now));
  });
}

/** Returns undefined when too many passwords are being hashed: a better hash can wait, the sign-in cannot. */
async function hashIfIdle(hasher: PasswordHasher, password: string): Promise<string | undefined> {
  try {
    return await hasher.hash(password);
  } catch (error) {
    if (error instanceof GateFullError) return undefined;
    throw error;
  }
}
