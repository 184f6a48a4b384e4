/** Checks of the form that binds or unbinds a Google authenticator. */
import { isVerificationCode } from './account.rules.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type GoogleBindingFields = {
  /** The login password. */
  readonly loginPassword: string;
  readonly googleCode: string;
};

export const GOOGLE_BINDING_RULES: SubmissionRules<GoogleBindingFields, null> = {
  empty: { loginPassword: '', googleCode: '' },
  problems({ loginPassword, googleCode }) {
    const problems: Problem<keyof GoogleBindingFields>[] = [];
    if (!isVerificationCode(googleCode))
      problems.push({ field: 'googleCode', error: 'google_code_required' });
    if (loginPassword === '') problems.push({ field: 'loginPassword', error: 'invalid_request' });
    return problems;
  },
  refusals: { password_incorrect: 'loginPassword', google_code_incorrect: 'googleCode' },
  secrets: ['loginPassword', 'googleCode'],
};
