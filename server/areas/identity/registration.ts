/** Registration of new users. */
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { AccountName } from './account-name.ts';
import { checkNewPassword } from './password-rules.ts';
import { putDevice } from './devices.repo.ts';
import type { PasswordError } from './password-rules.ts';
import { randomReadableCode, randomUid } from '../../kit/seal/secrets.ts';
import type { Caller, IdentityParts } from './service-parts.ts';
import { deviceOf } from './sign-in-proof.ts';
import { openSession } from './sessions.ts';
import { findInviter, findUserByAccount, insertUser } from './users.repo.ts';
import type { NewUser } from './users.repo.ts';
import { checkCode, spendCode } from './verification-codes.ts';
import type { CodeError } from './verification-codes.ts';

export interface Registration {
  readonly account: AccountName;
  readonly password: string;
  readonly repeatedPassword: string;
  /** Empty for a user without an invitation. */
  readonly inviteCode: string;
  readonly code: string;
  /** The random id that the browser keeps; undefined if it has none. */
  readonly deviceId: string | undefined;
}

export type RegistrationError =
  | PasswordError
  | CodeError
  | 'invite_code_unknown'
  | 'account_already_registered';

type Person = Omit<NewUser, 'uid' | 'inviteCode'>;

/**
 * Creates the user and opens the first session. Only a caller with a code that was sent to the account
 * learns that it exists.
 * @throws GateFullError when too many passwords are being hashed.
 */
export async function register(
  { database, hasher, passwordProfile }: IdentityParts,
  { account, password, repeatedPassword, inviteCode, code, deviceId }: Registration,
  caller: Caller,
): Promise<Result<Tokens, RegistrationError>> {
  const { now, locale, address, userAgent } = caller;
  const accepted = await checkNewPassword(password, repeatedPassword, account, passwordProfile);
  if (!accepted.ok) return accepted;
  const inviter = inviteCode === '' ? undefined : await findInviter(database, inviteCode);
  if (inviteCode !== '' && inviter === undefined) return refuse('invite_code_unknown');
  const checked = await checkCode(database, account, 'register', code, now);
  if (!checked.ok) return checked;
  const passwordHash = await hasher.hash(password);
  return transaction(database, async (tx) => {
    if (!(await spendCode(tx, checked.value, now))) return refuse('code_incorrect');
    const userId = await createUser(tx, account, {
      email: account.type === 'email' ? account.value : null,
      mobile: account.type === 'mobile' ? account.value : null,
      passwordHash,
      invitedBy: inviter ?? null,
      locale,
      createdAtMs: now,
    });
    if (userId === undefined) return refuse('account_already_registered');
    await putDevice(tx, deviceOf(userId, deviceId, caller), now);
    return ok(await openSession(tx, { userId, address, userAgent }, now));
  });
}

/**
 * Returns the id of the new user; undefined when the account exists. Draws UID and invite code until
 * both are free.
 */
async function createUser(
  tx: Transaction,
  account: AccountName,
  person: Person,
): Promise<number | undefined> {
  for (;;) {
    const id = await insertUser(tx, {
      ...person,
      uid: randomUid(),
      inviteCode: randomReadableCode(),
    });
    if (id !== undefined) return id;
    if (await findUserByAccount(tx, account)) return undefined;
  }
}
