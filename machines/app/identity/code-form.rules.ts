/** Checks of the forms with a verification code, and the field for each refusal. */
import { passwordFault, type PasswordProfile } from '../../../contract/identity/password-policy.ts';
import type { AccountType } from '../../../contract/identity/identity.ts';
import { accountProblem, sentCodeProblem } from './account.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';

/** Account, code and new password: all fields of a password reset, and some of a registration. */
export interface CodeFormFields {
  readonly type: AccountType;
  readonly account: string;
  /** Area of a mobile number; 1 by default (SPEC 9). */
  readonly areaId: number;
  readonly code: string;
  readonly password: string;
  readonly passwordRepeated: string;
}
type CodeFormField = keyof CodeFormFields;

/** An untouched form. */
export const EMPTY_CODE_FORM: CodeFormFields = {
  type: 'email',
  account: '',
  areaId: 1,
  code: '',
  password: '',
  passwordRepeated: '',
};

/** Checks the fields that sending a code needs. */
export function codeProblems({ account, type }: CodeFormFields): readonly Problem<CodeFormField>[] {
  const error = accountProblem(account, type);
  return error === null ? [] : [{ field: 'account', error }];
}

/**
 * Returns the first broken rule per field; empty if the form can be sent. While `passwordProfile`
 * is null (unknown), only the server checks the password.
 */
export function codeFormProblems(
  fields: CodeFormFields,
  passwordProfile: PasswordProfile | null,
): readonly Problem<CodeFormField>[] {
  const problems = [...codeProblems(fields)];
  const codeFault = sentCodeProblem(fields.code);
  if (codeFault !== null) problems.push({ field: 'code', error: codeFault });
  const fault =
    fields.password === ''
      ? 'invalid_request'
      : passwordProfile && passwordFault(fields.password, passwordProfile);
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
