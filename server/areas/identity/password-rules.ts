/** The accepted passwords: the format of SPEC 5 (or the strict profile), and not a common one. */
import { dictionary } from '@zxcvbn-ts/language-common';
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

// The whole list, a superset of the 10,000 most common ones that RULES requires.
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map((password) => password.toLowerCase()),
);

/**
 * Checks a new password, typed twice, for its account. A password is too simple if it is a common one
 * in any case, or the account's own name.
 */
export function checkNewPassword(
  password: string,
  repeated: string,
  account: AccountName,
  profile: PasswordProfile,
): Result<null, PasswordError> {
  const fault = passwordFault(password, profile);
  if (fault !== null) return refuse(fault);
  if (isTooSimple(password, account)) return refuse('password_too_simple');
  return password === repeated ? ok(null) : refuse('passwords_do_not_match');
}

function isTooSimple(password: string, account: AccountName): boolean {
  const lowered = password.toLowerCase();
  const ownName = account.value.split('@')[0] ?? account.value;
  return COMMON_PASSWORDS.has(lowered) || lowered === account.value || lowered === ownName;
}
