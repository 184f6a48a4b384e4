/** Checks of the forms that change the login password and the transaction password. */
import { passwordFault, type PasswordProfile } from '../../../contract/identity/password-policy.ts';
import { isVerificationCode } from './account.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type PasswordAmendmentFields = {
  /** The present login password, for a change of either password. */
  readonly loginPassword: string;
  readonly password: string;
  readonly passwordRepeated: string;
  readonly googleCode: string;
};
type Field = keyof PasswordAmendmentFields;

export interface PasswordAmendmentFacts {
  /** Null while unknown; then only the server checks the password. */
  readonly profile: PasswordProfile | null;
  readonly isGoogleBound: boolean;
}

const REFUSALS: Partial<Record<ProblemName, Field>> = {
  password_incorrect: 'loginPassword',
  password_format_invalid: 'password',
  password_length_invalid: 'password',
  password_too_simple: 'password',
  pay_password_same_as_login: 'password',
  passwords_do_not_match: 'passwordRepeated',
  google_code_required: 'googleCode',
  google_code_incorrect: 'googleCode',
};

function amendmentRules(
  ownProblem: (fields: PasswordAmendmentFields) => ProblemName | null,
): SubmissionRules<PasswordAmendmentFields, PasswordAmendmentFacts> {
  return {
    empty: { loginPassword: '', password: '', passwordRepeated: '', googleCode: '' },
    problems(fields, { profile, isGoogleBound }) {
      const { loginPassword, password, passwordRepeated, googleCode } = fields;
      const problems: Problem<Field>[] = [];
      if (loginPassword === '') problems.push({ field: 'loginPassword', error: 'invalid_request' });
      const fault =
        password === ''
          ? 'invalid_request'
          : ((profile && passwordFault(password, profile)) ?? ownProblem(fields));
      if (fault !== null) problems.push({ field: 'password', error: fault });
      if (password !== passwordRepeated)
        problems.push({ field: 'passwordRepeated', error: 'passwords_do_not_match' });
      if (isGoogleBound && !isVerificationCode(googleCode))
        problems.push({ field: 'googleCode', error: 'google_code_required' });
      return problems;
    },
    refusals: REFUSALS,
    secrets: ['loginPassword', 'password', 'passwordRepeated', 'googleCode'],
  };
}

export const LOGIN_PASSWORD_RULES = amendmentRules(() => null);

export const PAY_PASSWORD_RULES = amendmentRules(({ loginPassword, password }) =>
  password === loginPassword ? 'pay_password_same_as_login' : null,
);
