/** Sets a new password for a user who forgot the old one. */
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { AccountName } from './account-name.ts';
import { checkNewPassword } from './password-rules.ts';
import type { PasswordError } from './password-rules.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { endSessionsOfUser } from './sessions.repo.ts';
import { unlockSignIn } from './sign-in-guard.ts';
import { startHold } from './user-security.repo.ts';
import { findUserByAccount, liftOwnerHold, updatePassword } from './users.repo.ts';
import { checkCode, spendCode } from './verification-codes.ts';
import type { CodeError } from './verification-codes.ts';

export interface PasswordReset {
  readonly account: AccountName;
  readonly password: string;
  readonly repeatedPassword: string;
  readonly code: string;
}

/**
 * Sets the password, ends every session, starts a hold on withdrawals, lifts a lock on sign-in and the owner's hold of the
 * account, and notifies the owner. An unknown account gets the answer of a wrong code.
 * @throws GateFullError when too many passwords are being hashed.
 */
export async function resetPassword(
  { database, hasher, sessionEnds, userChanges, notices, passwordProfile, log }: IdentityParts,
  { account, password, repeatedPassword, code }: PasswordReset,
  { now }: Caller,
): Promise<Result<null, PasswordError | CodeError>> {
  const accepted = await checkNewPassword(password, repeatedPassword, account, passwordProfile);
  if (!accepted.ok) return accepted;
  const checked = await checkCode(database, account, 'forget_password', code, now);
  if (!checked.ok) return checked;
  const passwordHash = await hasher.hash(password);
  const user = await findUserByAccount(database, account);
  if (user === undefined) return refuse('code_incorrect');
  const ended = await transaction(database, async (tx) => {
    if (!(await spendCode(tx, checked.value, now))) return null;
    await updatePassword(tx, user.id, passwordHash);
    const sessionIds = await endSessionsOfUser(tx, user.id, now, 'password_reset');
    await startHold(tx, user.id, 'password_reset', now);
    await unlockSignIn(tx, account);
    await notices.put(tx, user.id, { kind: 'passwordChanged' }, now);
    return { sessionIds, wasHeld: await liftOwnerHold(tx, user.id) };
  });
  if (ended === null) return refuse('code_incorrect');
  sessionEnds.announce(user.id, ended.sessionIds);
  if (ended.wasHeld) userChanges.notify(user.id);
  log.info({ userId: user.id }, 'password reset');
  return ok(null);
}
