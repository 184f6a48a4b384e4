/** Masks an account for display to other users: recognizable to users who know it, and not revealed to others. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { User } from './users.repo.ts';

const SHOWN_DIGITS = 2;

/** Returns `a***@example.org`, or `+49 *** 12`. */
export function maskedAccount({ email, mobile }: Pick<User, 'email' | 'mobile'>): string {
  if (email !== null) return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;
  const e164 = mobile ?? '';
  const area = parsePhoneNumberFromString(e164)?.countryCallingCode;
  return `${area === undefined ? '' : `+${area} `}*** ${e164.slice(-SHOWN_DIGITS)}`;
}
