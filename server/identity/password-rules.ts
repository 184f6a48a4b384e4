/** Which passwords are accepted: the form of SPEC 5 (or the strict profile) and not a common one. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { LIMITS } from '../../contract/limits.ts';
import { ok, refuse } from '../../contract/result.ts';
import type { Result } from '../../contract/result.ts';
import type { AccountName } from './account-name.ts';

/**
 * `spec`: 6 to 16 ASCII letters and digits, at least one of each (SPEC 5).
 * `strict`: 8 to 64 characters of any kind, no composition rule (RULES).
 */
export type PasswordProfile = 'spec' | 'strict';

/** Why a new password was refused. */
export type PasswordError =
  | 'password_format_invalid'
  | 'password_length_invalid'
  | 'password_too_simple'
  | 'passwords_do_not_match';

// The whole list, a superset of the 10,000 commonest that RULES asks for.
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].map((password) => password.toLowerCase()),
);

/**
 * Checks a new password, typed twice, for the account it will protect.
 * Too simple: among the common ones in any case, or the account's own name.
 */
export function checkNewPassword(
  password: string,
  repeated: string,
  account: AccountName,
  profile: PasswordProfile,
): Result<null, PasswordError> {
  if (profile === 'strict' && !hasStrictLength(password)) return refuse('password_length_invalid');
  if (profile === 'spec' && !hasSpecForm(password)) return refuse('password_format_invalid');
  if (isTooSimple(password, account)) return refuse('password_too_simple');
  return password === repeated ? ok(null) : refuse('passwords_do_not_match');
}

function hasStrictLength(password: string): boolean {
  const length = [...password].length;
  return length >= LIMITS.strict_password_length_min && length <= LIMITS.strict_password_length_max;
}

function hasSpecForm(password: string): boolean {
  return (
    password.length >= LIMITS.password_length_min &&
    password.length <= LIMITS.password_length_max &&
    /^[A-Za-z0-9]+$/.test(password) &&
    /[A-Za-z]/.test(password) &&
    /\d/.test(password)
  );
}

function isTooSimple(password: string, account: AccountName): boolean {
  const lowered = password.toLowerCase();
  const ownName = account.value.split('@')[0] ?? account.value;
  return COMMON_PASSWORDS.has(lowered) || lowered === account.value || lowered === ownName;
}
