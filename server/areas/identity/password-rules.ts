/** The accepted passwords: the format of SPEC 5 (or the strict profile), and not a common one. */
import { passwordFault, type PasswordProfile } from '../../../contract/identity/password-policy.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { AccountName } from './account-name.ts';

/** The reason why a new password was refused. */
export type PasswordError =
  | 'password_format_invalid'
  | 'password_length_invalid'
  | 'password_too_simple'
  | 'passwords_do_not_match';

/** Read with the first password, because the list takes a tenth of a server's start. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Checks a new password, typed twice, for its account. A password is too simple if it is a common one
 * in any case, or the account's own name.
 */
export async function checkNewPassword(
  password: string,
  repeated: string,
  account: AccountName,
  profile: PasswordProfile,
): Promise<Result<null, PasswordError>> {
  const fault = passwordFault(password, profile);
  if (fault !== null) return refuse(fault);
  if (await isTooSimple(password, account)) return refuse('password_too_simple');
  return password === repeated ? ok(null) : refuse('passwords_do_not_match');
}

async function isTooSimple(password: string, account: AccountName): Promise<boolean> {
  commonPasswords ??= readCommonPasswords();
  const common = await commonPasswords;
  const lowered = password.toLowerCase();
  const ownName = account.value.split('@')[0] ?? account.value;
  return common.has(lowered) || lowered === account.value || lowered === ownName;
}

/** The whole list, a superset of the 10,000 most common ones that RULES requires. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
}
