/** New passwords that a signed-in user sets in the security center. */
import { ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { checkNewPassword } from './password-rules.ts';
import type { PasswordError } from './password-rules.ts';
import { changeSecret } from './secret-change.ts';
import type { Changer, SecretChange } from './secret-change.ts';
import type { GoogleCodeError, SecurityCheck, TryError } from './security-check.ts';
import type { IdentityParts } from './service-parts.ts';
import { contactOf } from './user-info.ts';
import { findUserById, updatePassword, updatePayPassword } from './users.repo.ts';
import type { User } from './users.repo.ts';

interface PasswordAmendment {
  readonly loginPassword: string;
  readonly newPassword: string;
  readonly repeatedPassword: string;
  /** Empty when no authenticator is bound. */
  readonly googleCode: string;
}

type AmendmentError =
  | PasswordError
  | 'password_incorrect'
  | 'pay_password_same_as_login'
  | GoogleCodeError
  | 'session_ended';

/**
 * Replaces the login password. Starts a hold on withdrawals.
 * @throws GateFullError when too many passwords are being hashed.
 */
export function amendPassword(
  parts: IdentityParts,
  check: SecurityCheck,
  changer: Changer,
  amendment: PasswordAmendment,
): Promise<Result<null, AmendmentError>> {
  return amend(parts, check, changer, amendment, {
    checkOther: (user) => isNotPayPassword(parts, check, user, amendment.newPassword, changer),
    changeOf: () => ({ hold: 'password_changed', notice: { kind: 'passwordAmended' } }),
    isUnchanged: (user, current) => current.passwordHash === user.passwordHash,
    store: updatePassword,
  });
}

/**
 * Sets the pay password for the first time or replaces it. A replacement starts a hold on withdrawals.
 * @throws GateFullError when too many passwords are being hashed.
 */
export function amendPayPassword(
  parts: IdentityParts,
  check: SecurityCheck,
  changer: Changer,
  amendment: PasswordAmendment,
): Promise<Result<null, AmendmentError>> {
  const { loginPassword, newPassword } = amendment;
  return amend(parts, check, changer, amendment, {
    checkOther: async () =>
      newPassword.normalize('NFKC') === loginPassword.normalize('NFKC')
        ? refuse('pay_password_same_as_login')
        : ok(null),
    changeOf: ({ payPasswordHash }) =>
      payPasswordHash === null
        ? { hold: null, notice: { kind: 'payPasswordSet' } }
        : { hold: 'pay_password_changed', notice: { kind: 'payPasswordChanged' } },
    isUnchanged: (user, current) =>
      current.passwordHash === user.passwordHash &&
      current.payPasswordHash === user.payPasswordHash,
    store: updatePayPassword,
  });
}

/** The parts of an amendment that differ between the two passwords. */
interface AmendedPassword {
  /** The login password and the pay password must differ. */
  checkOther(user: User): Promise<Result<null, 'pay_password_same_as_login' | TryError>>;
  changeOf(user: User): SecretChange;
  /** Whether the passwords of the locked row are unchanged since the checks. */
  isUnchanged(user: User, current: User): boolean;
  store(tx: Transaction, userId: number, hash: string): Promise<void>;
}

async function amend(
  parts: IdentityParts,
  check: SecurityCheck,
  changer: Changer,
  amendment: PasswordAmendment,
  { checkOther, changeOf, isUnchanged, store }: AmendedPassword,
): Promise<Result<null, AmendmentError>> {
  const proved = await proveAmendment(parts, check, changer, amendment);
  if (!proved.ok) return proved;
  const user = proved.value;
  const isOther = await checkOther(user);
  if (!isOther.ok) return isOther;
  const google = await check.checkGoogleCode(user.id, amendment.googleCode, changer.now);
  if (!google.ok) return google;
  const hash = await parts.hasher.hash(amendment.newPassword);
  const changed = await changeSecret(parts, changer, changeOf(user), async (tx, current) => {
    if (!isUnchanged(user, current)) return false;
    await store(tx, user.id, hash);
    return true;
  });
  if (!changed.ok) return changed;
  return changed.value ? ok(null) : refuse('password_incorrect');
}

/** Checks the format of the new password, then the identity of the caller. */
async function proveAmendment(
  { database, passwordProfile }: IdentityParts,
  check: SecurityCheck,
  { userId, now }: Changer,
  { loginPassword, newPassword, repeatedPassword }: PasswordAmendment,
): Promise<Result<User, PasswordError | 'password_incorrect' | TryError>> {
  const user = ensure(await findUserById(database, userId), `user ${userId}`);
  const contact = contactOf(user);
  const accepted = await checkNewPassword(newPassword, repeatedPassword, contact, passwordProfile);
  if (!accepted.ok) return accepted;
  const proved = await check.checkLoginPassword(userId, loginPassword, now);
  return proved.ok ? ok(user) : proved;
}

/**
 * The answer reveals whether the new password is the pay password, so it counts as one attempt to guess
 * that. A reset by mail has no such check, because it would allow guessing without a session.
 */
async function isNotPayPassword(
  { hasher }: IdentityParts,
  check: SecurityCheck,
  { id, payPasswordHash }: User,
  newPassword: string,
  { now }: Changer,
): Promise<Result<null, 'pay_password_same_as_login' | TryError>> {
  if (payPasswordHash === null) return ok(null);
  const guess = await check.tryOnce(id, now, async () =>
    (await hasher.verify(payPasswordHash, newPassword)) ? 'right' : 'wrong',
  );
  if (!guess.ok) return guess;
  return guess.value === 'right' ? refuse('pay_password_same_as_login') : ok(null);
}
