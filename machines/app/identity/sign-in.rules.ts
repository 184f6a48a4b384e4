/** Checks of the sign-in form, and the field for each refusal. */
import { accountProblem, isVerificationCode } from './account.rules.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Tokens } from '../../../contract/identity/identity.ts';
import type { FormContext } from '../core/form-context.ts';
import type { CallAnswer, Problem, ProblemName } from '../core/problem.ts';
import type { LoginType } from './session.types.ts';

export interface SignInFields {
  readonly account: string;
  readonly password: string;
  readonly loginType: LoginType;
  /** Area of a mobile number. */
  readonly areaId: number;
  /** Empty until the server asks for a code. */
  readonly code: string;
}
type SignInField = keyof SignInFields;

/**
 * The code that the server asks for after the right password: authenticator, a code of the bound app;
 * device, a code that was sent to the user.
 */
type CodeKind = 'authenticator' | 'device';

export interface SignInContext extends FormContext<SignInFields> {
  /** The code that the server asks for; null before its answer. */
  readonly codeKind: CodeKind | null;
  /** Time at which the next code can be requested; null while none was sent. */
  readonly resendAtMs: EpochMs | null;
}

/** The answer of the server, and the time at which it came. */
export interface SignInAnswer {
  readonly answer: CallAnswer<Tokens>;
  readonly atMs: EpochMs;
}

/** Returns the first broken rule per field; empty if the form can be sent. */
export function signInProblems(fields: SignInFields): readonly Problem<SignInField>[] {
  const problems: Problem<SignInField>[] = [];
  const fault = accountProblem(fields.account, fields.loginType === '1' ? 'mobile' : 'email');
  if (fault !== null) problems.push({ field: 'account', error: fault });
  // An old password may follow other rules, so only an empty one is rejected here.
  if (fields.password === '') problems.push({ field: 'password', error: 'invalid_request' });
  return problems;
}

/** Returns the problem of the code, if there is one. */
export function signInCodeProblems(
  { code }: SignInFields,
  kind: CodeKind | null,
): readonly Problem<SignInField>[] {
  if (isVerificationCode(code)) return [];
  const error = kind === 'authenticator' ? 'google_code_required' : 'invalid_request';
  return [{ field: 'code', error }];
}

const CODE_KINDS = {
  google_code_required: 'authenticator',
  device_code_required: 'device',
} as const satisfies Partial<Record<ProblemName, CodeKind>>;

/** Refusals of a right password that ask for a code. */
export const CODE_REFUSALS = Object.keys(CODE_KINDS) as (keyof typeof CODE_KINDS)[];

/** Returns the code that a refusal asks for; null for another answer. */
export const codeKindOf = ({ answer }: SignInAnswer): CodeKind | null =>
  answer.ok ? null : ((CODE_KINDS as Partial<Record<ProblemName, CodeKind>>)[answer.error] ?? null);

/** Refusals of account or password, which no other code cures. */
export const isOfPassword = ({ answer }: SignInAnswer): boolean =>
  !answer.ok && ['credentials_incorrect', 'user_disabled', 'user_held'].includes(answer.error);

export const SIGN_IN_REFUSALS: Partial<Record<ProblemName, SignInField>> = {
  account_format_invalid: 'account',
  area_unknown: 'areaId',
  credentials_incorrect: 'password',
  google_code_incorrect: 'code',
  code_incorrect: 'code',
  code_expired: 'code',
  code_tries_exhausted: 'code',
};
