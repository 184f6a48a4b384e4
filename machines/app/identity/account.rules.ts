/** Rules of SPEC 5 that the three account forms share. The server checks them again. */
import { LIMITS } from '../../../contract/limits.ts';
import type { AccountType } from '../../../contract/identity/identity.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const MOBILE = /^\d{4,15}$/;
const CODE = new RegExp(`^\\d{${LIMITS.verification_code_digits}}$`);

/**
 * Returns the account for sending, without the spaces that keyboards and completion add around it.
 */
export const cleanAccount = (typed: string): string => typed.trim();

/**
 * Accepts an email address of usual shape, or 4 to 15 digits of a mobile number without its area
 * code.
 */
function isAccount(typed: string, type: AccountType): boolean {
  const account = cleanAccount(typed);
  return type === 'email' ? account.length <= 254 && EMAIL.test(account) : MOBILE.test(account);
}

/** Returns the broken rule of an account: `invalid_request` when it is missing; null if it is good. */
export function accountProblem(
  typed: string,
  type: AccountType,
): 'invalid_request' | 'account_format_invalid' | null {
  if (cleanAccount(typed) === '') return 'invalid_request';
  return isAccount(typed, type) ? null : 'account_format_invalid';
}

/** Returns the broken rule of a code that was sent: `invalid_request` when it is missing; null if it is good. */
export function sentCodeProblem(code: string): 'invalid_request' | 'code_incorrect' | null {
  if (code === '') return 'invalid_request';
  return isVerificationCode(code) ? null : 'code_incorrect';
}

/** Accepts the six digits of a verification code. */
export const isVerificationCode = (code: string): boolean => CODE.test(code);
