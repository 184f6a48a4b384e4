/** Checks of the form with which an agent adds a user to their team. */
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type TeamMemberFields = {
  readonly authorizationCode: string;
  readonly payPassword: string;
};

const AUTHORIZATION_CODE = /^[0-9A-Z]{8}$/;

/**
 * Returns the code for sending: upper case, without the spaces that users insert for reading aloud.
 */
export const cleanAuthorizationCode = (typed: string): string =>
  typed.replaceAll(/\s/g, '').toUpperCase();

export const TEAM_MEMBER_RULES: SubmissionRules<TeamMemberFields, null> = {
  empty: { authorizationCode: '', payPassword: '' },
  problems({ authorizationCode, payPassword }) {
    const problems: Problem<keyof TeamMemberFields>[] = [];
    if (!AUTHORIZATION_CODE.test(cleanAuthorizationCode(authorizationCode)))
      problems.push({ field: 'authorizationCode', error: 'authorization_code_incorrect' });
    if (payPassword === '') problems.push({ field: 'payPassword', error: 'invalid_request' });
    return problems;
  },
  refusals: {
    authorization_code_incorrect: 'authorizationCode',
    own_authorization_code: 'authorizationCode',
    team_member_taken: 'authorizationCode',
    pay_password_incorrect: 'payPassword',
  },
  secrets: ['payPassword'],
};
