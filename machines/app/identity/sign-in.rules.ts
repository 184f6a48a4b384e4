/** Checks of the sign-in form, and the field for each refusal. */
import { accountProblem } from './account.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { LoginType } from './session.types.ts';

export interface SignInFields {
  readonly account: string;
  readonly password: string;
  readonly loginType: LoginType;
  /** Area of a mobile number. */
  readonly areaId: number;
}
type SignInField = keyof SignInFields;

/** Returns the first broken rule per field; empty if the form can be sent. */
export function signInProblems(fields: SignInFields): readonly Problem<SignInField>[] {
  const problems: Problem<SignInField>[] = [];
  const fault = accountProblem(fields.account, fields.loginType === '1' ? 'mobile' : 'email');
  if (fault !== null) problems.push({ field: 'account', error: fault });
  // An old password may follow other rules, so only an empty one is rejected here.
  if (fields.password === '') problems.push({ field: 'password', error: 'invalid_request' });
  return problems;
}

export const SIGN_IN_REFUSALS: Partial<Record<ProblemName, SignInField>> = {
  account_format_invalid: 'account',
  area_unknown: 'areaId',
  credentials_incorrect: 'password',
};
