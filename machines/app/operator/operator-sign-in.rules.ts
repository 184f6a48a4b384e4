/** Checks of the sign-in to the operator console: password and the code of the bound authenticator, or of a new one. */
import { LIMITS } from '../../../contract/limits.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionFields, SubmissionRules } from '../core/submission.machine.ts';

export interface OperatorSignInFields extends SubmissionFields {
  readonly account: string;
  readonly password: string;
  readonly googleCode: string;
}

const CODE = new RegExp(`^\\d{${LIMITS.verification_code_digits}}$`);

export const OPERATOR_SIGN_IN: SubmissionRules<OperatorSignInFields, null> = {
  empty: { account: '', password: '', googleCode: '' },
  problems({ account, password, googleCode }) {
    const problems: Problem<keyof OperatorSignInFields & string>[] = [];
    if (account.trim() === '') problems.push({ field: 'account', error: 'account_format_invalid' });
    if (password === '') problems.push({ field: 'password', error: 'password_incorrect' });
    // Operators without an authenticator leave it empty; the server then answers how to bind one.
    if (googleCode !== '' && !CODE.test(googleCode))
      problems.push({ field: 'googleCode', error: 'google_code_incorrect' });
    return problems;
  },
  refusals: { google_code_required: 'googleCode', google_code_incorrect: 'googleCode' },
  secrets: ['googleCode'],
};
