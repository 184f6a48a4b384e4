/** What the registration form checks by itself, and which field each refusal belongs to. */
import type { AccountType } from '../../contract/schemas/identity.ts';
import { isAccount, isPassword, isVerificationCode } from './account.rules.ts';
import type { Problem, ProblemName } from './problem.ts';

export interface RegistrationFields {
  readonly type: AccountType;
  readonly account: string;
  /** Area of a mobile number; 1 by default (SPEC 9). */
  readonly areaId: number;
  readonly code: string;
  readonly password: string;
  readonly passwordRepeated: string;
  /** Empty when nobody invited. */
  readonly inviteCode: string;
  readonly hasAccepted: boolean;
}
export type RegistrationField = keyof RegistrationFields;

/** The invite code as it is sent: capitals, no spaces around it. */
export const cleanInviteCode = (typed: string): string => typed.trim().toUpperCase();

/** What must be right before a code is sent. */
export function registrationCodeProblems(
  fields: RegistrationFields,
): readonly Problem<RegistrationField>[] {
  return isAccount(fields.account, fields.type)
    ? []
    : [{ field: 'account', error: 'account_format_invalid' }];
}

/** First broken rule per field; empty when the form may be sent. */
export function registrationProblems(
  fields: RegistrationFields,
): readonly Problem<RegistrationField>[] {
  const problems = [...registrationCodeProblems(fields)];
  if (!isVerificationCode(fields.code)) problems.push({ field: 'code', error: 'code_incorrect' });
  if (!isPassword(fields.password))
    problems.push({ field: 'password', error: 'password_format_invalid' });
  if (fields.password !== fields.passwordRepeated)
    problems.push({ field: 'passwordRepeated', error: 'passwords_do_not_match' });
  if (!/^(?:[0-9A-Z]{6,12})?$/.test(cleanInviteCode(fields.inviteCode)))
    problems.push({ field: 'inviteCode', error: 'invite_code_unknown' });
  if (!fields.hasAccepted) problems.push({ field: 'hasAccepted', error: 'agreement_required' });
  return problems;
}

export const REGISTRATION_REFUSALS: Partial<Record<ProblemName, RegistrationField>> = {
  account_format_invalid: 'account',
  account_already_registered: 'account',
  area_unknown: 'areaId',
  password_format_invalid: 'password',
  password_length_invalid: 'password',
  password_too_simple: 'password',
  passwords_do_not_match: 'passwordRepeated',
  invite_code_unknown: 'inviteCode',
  code_incorrect: 'code',
  code_expired: 'code',
  code_tries_exhausted: 'code',
  code_sent_recently: 'code',
  delivery_failed: 'code',
  agreement_required: 'hasAccepted',
};
