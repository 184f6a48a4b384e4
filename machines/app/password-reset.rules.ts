/** What the password-reset form checks by itself, and which field each refusal belongs to. */
import type { AccountType } from '../../contract/schemas/identity.ts';
import { isAccount, isPassword, isVerificationCode } from './account.rules.ts';
import type { Problem, ProblemName } from './problem.ts';

export interface PasswordResetFields {
  readonly type: AccountType;
  readonly account: string;
  /** Area of a mobile number; 1 by default (SPEC 9). */
  readonly areaId: number;
  readonly code: string;
  readonly password: string;
  readonly passwordRepeated: string;
}
export type PasswordResetField = keyof PasswordResetFields;

/** What must be right before a code is sent. */
export function passwordResetCodeProblems(
  fields: PasswordResetFields,
): readonly Problem<PasswordResetField>[] {
  return isAccount(fields.account, fields.type)
    ? []
    : [{ field: 'account', error: 'account_format_invalid' }];
}

/** First broken rule per field; empty when the form may be sent. */
export function passwordResetProblems(
  fields: PasswordResetFields,
): readonly Problem<PasswordResetField>[] {
  const problems = [...passwordResetCodeProblems(fields)];
  if (!isVerificationCode(fields.code)) problems.push({ field: 'code', error: 'code_incorrect' });
  if (!isPassword(fields.password))
    problems.push({ field: 'password', error: 'password_format_invalid' });
  if (fields.password !== fields.passwordRepeated)
    problems.push({ field: 'passwordRepeated', error: 'passwords_do_not_match' });
  return problems;
}

export const PASSWORD_RESET_REFUSALS: Partial<Record<ProblemName, PasswordResetField>> = {
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
