/** What the forms with a verification code check by themselves, and which field each refusal belongs to. */
import { passwordFault, type PasswordProfile } from '../../../contract/identity/password-policy.ts';
import type { AccountType } from '../../../contract/identity/identity.ts';
import { isAccount, isVerificationCode } from './account.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';

/** Account, code and new password: the whole of a password reset, and a part of a registration. */
export interface CodeFormFields {
  readonly type: AccountType;
  readonly account: string;
  /** Area of a mobile number; 1 by default (SPEC 9). */
  readonly areaId: number;
  readonly code: string;
  readonly password: string;
  readonly passwordRepeated: string;
}
export type CodeFormField = keyof CodeFormFields;

/** A form that nobody has touched. */
export const EMPTY_CODE_FORM: CodeFormFields = {
  type: 'email',
  account: '',
  areaId: 1,
  code: '',
  password: '',
  passwordRepeated: '',
};

/** What must be right before a code is sent. */
export function codeProblems({ account, type }: CodeFormFields): readonly Problem<CodeFormField>[] {
  return isAccount(account, type) ? [] : [{ field: 'account', error: 'account_format_invalid' }];
}

/**
 * First broken rule per field; empty when the form may be sent. `passwordProfile` is null while
 * it is not known: then the server alone judges the password.
 */
export function codeFormProblems(
  fields: CodeFormFields,
  passwordProfile: PasswordProfile | null,
): readonly Problem<CodeFormField>[] {
  const problems = [...codeProblems(fields)];
  if (!isVerificationCode(fields.code)) problems.push({ field: 'code', error: 'code_incorrect' });
  const fault = passwordProfile && passwordFault(fields.password, passwordProfile);
  if (fault !== null) problems.push({ field: 'password', error: fault });
  if (fields.password !== fields.passwordRepeated)
    problems.push({ field: 'passwordRepeated', error: 'passwords_do_not_match' });
  return problems;
}

export const CODE_FORM_REFUSALS: Partial<Record<ProblemName, CodeFormField>> = {
  account_format_invalid: 'account',
  area_unknown: 'areaId',
  password_format_invalid: 'password',
  password_length_invalid: 'password',
  password_too_simple: 'password',
  passwords_do_not_match: 'passwordRepeated',
  code_incorrect: 'code',
  code_expired: 'code',
  code_tries_exhausted: 'code',
  code_sent_recently: 'code',
  delivery_failed: 'code',
};
