/** What the sign-in form checks by itself, and which field each refusal belongs to. */
import { isAccount } from './account.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { LoginType } from './session.types.ts';

export interface SignInFields {
  readonly account: string;
  readonly password: string;
  readonly loginType: LoginType;
  /** Area of a mobile number. */
  readonly areaId: number;
}
export type SignInField = keyof SignInFields;

/** First broken rule per field; empty when the form may be sent. */
export function signInProblems(fields: SignInFields): readonly Problem<SignInField>[] {
  const problems: Problem<SignInField>[] = [];
  if (!isAccount(fields.account, fields.loginType === '1' ? 'mobile' : 'email'))
    problems.push({ field: 'account', error: 'account_format_invalid' });
  // An old password may follow other rules: only an empty one is refused here.
  if (fields.password === '')
    problems.push({ field: 'password', error: 'password_format_invalid' });
  return problems;
}

export const SIGN_IN_REFUSALS: Partial<Record<ProblemName, SignInField>> = {
  account_format_invalid: 'account',
  area_unknown: 'areaId',
  credentials_incorrect: 'password',
};
