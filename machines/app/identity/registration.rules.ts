/** Checks of the registration form in addition to the rules of `code-form.rules.ts`. */
import type { PasswordProfile } from '../../../contract/identity/password-policy.ts';
import { CODE_FORM_REFUSALS, codeFormProblems, type CodeFormFields } from './code-form.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';

export interface RegistrationFields extends CodeFormFields {
  /** Empty without an invite. */
  readonly inviteCode: string;
  readonly hasAccepted: boolean;
}
type RegistrationField = keyof RegistrationFields;

/** Returns the invite code for sending: upper case, no spaces around it. */
export const cleanInviteCode = (typed: string): string => typed.trim().toUpperCase();

/** Returns the first broken rule per field; empty if the form can be sent. */
export function registrationProblems(
  fields: RegistrationFields,
  passwordProfile: PasswordProfile | null,
): readonly Problem<RegistrationField>[] {
  const problems: Problem<RegistrationField>[] = [...codeFormProblems(fields, passwordProfile)];
  if (!/^(?:[0-9A-Z]{6,12})?$/.test(cleanInviteCode(fields.inviteCode)))
    problems.push({ field: 'inviteCode', error: 'invite_code_unknown' });
  if (!fields.hasAccepted) problems.push({ field: 'hasAccepted', error: 'agreement_required' });
  return problems;
}

export const REGISTRATION_REFUSALS: Partial<Record<ProblemName, RegistrationField>> = {
  ...CODE_FORM_REFUSALS,
  account_already_registered: 'account',
  invite_code_unknown: 'inviteCode',
  agreement_required: 'hasAccepted',
};
