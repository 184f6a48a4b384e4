/** The form with which an agent adds a user to the team. */
import {
  cleanAuthorizationCode,
  TEAM_MEMBER_RULES,
  type TeamMemberFields,
} from '../../../machines/app/people/team-member.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const teamMemberForm: SubmissionForm<'addTeamMember', TeamMemberFields, null> = {
  name: 'addTeamMember',
  rules: TEAM_MEMBER_RULES,
  request: ({ authorizationCode, payPassword }) => ({
    authorization_code: cleanAuthorizationCode(authorizationCode),
    pay_password: payPassword,
  }),
};
