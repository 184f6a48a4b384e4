/** Signing in with email address or mobile number and password. */
import { refuse, ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { AccountName } from './account-name.ts';
import { GateFullError } from '../../kit/queue/concurrency.ts';
import { forgiveGuess } from './guess-guard.ts';
import type { Admission } from './guess-guard.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { recipientOf } from './service-parts.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { openSession } from './sessions.ts';
import { admitSignIn } from './sign-in-guard.ts';
import { findUserByAccount, noteSignIn, updatePassword } from './users.repo.ts';
import type { User } from './users.repo.ts';
import { localeOf } from './user-info.ts';

export type SignInError = 'credentials_incorrect' | 'sign_in_locked' | 'user_disabled';

/**
 * Opens a session. An unknown account is treated exactly like a known one with a wrong password: same
 * statements, same hash, same limits, same answer.
 * @throws GateFullError when too many passwords are being checked.
 */
export function signIn(
  parts: IdentityParts,
  account: AccountName,
  password: string,
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
    await forgiveGuess(parts.database, admitted.value);
    if (user.disabledAtMs !== null) return refuse('user_disabled');
    const tokens = await openSessionOf(parts, user, password, caller);
    return tokens === undefined ? refuse('credentials_incorrect') : ok(tokens);
  });
}

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

/**
 * Returns undefined when the password was replaced, or the user disabled, since the check: their
 * sessions have ended already.
 */
async function openSessionOf(
  { database, hasher }: IdentityParts,
  user: User,
  password: string,
  { now, locale, address, userAgent }: Caller,
): Promise<Tokens | undefined> {
  const betterHash = hasher.isOutdated(user.passwordHash)
    ? await hashIfIdle(hasher, password)
    : undefined;
  return transaction(database, async (tx) => {
    if (!(await noteSignIn(tx, user, now, locale))) return undefined;
    if (betterHash !== undefined) await updatePassword(tx, user.id, betterHash);
    return openSession(tx, { userId: user.id, address, userAgent }, now);
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
