/** Rules for new passwords. The server enforces them; a form shows them before it is sent. */
import { LIMITS } from '../limits.ts';

export const PASSWORD_PROFILES = ['spec', 'strict'] as const;

/**
 * Chosen by the operator, read by the app as the public setting `password_profile`.
 * `spec`: 6 to 16 ASCII letters and digits, at least one of each (SPEC 5).
 * `strict`: 8 to 64 characters of any kind, no composition rule (RULES).
 */
export type PasswordProfile = (typeof PASSWORD_PROFILES)[number];

/** Allowed lengths of a password, in code points, which match the characters that users see. */
export const PASSWORD_LENGTHS: Record<
  PasswordProfile,
  { readonly min: number; readonly max: number }
> = {
  spec: { min: LIMITS.password_length_min, max: LIMITS.password_length_max },
  strict: { min: LIMITS.strict_password_length_min, max: LIMITS.strict_password_length_max },
};

/** One rule of a profile. */
export type PasswordRule = 'length' | 'letter' | 'digit' | 'only';

const IS_MET: Record<PasswordRule, (password: string, profile: PasswordProfile) => boolean> = {
  length: (password, profile) => {
    const { length } = [...password];
    const { min, max } = PASSWORD_LENGTHS[profile];
    return length >= min && length <= max;
  },
  letter: (password) => /[A-Za-z]/.test(password),
  digit: (password) => /\d/.test(password),
  only: (password) => /^[A-Za-z\d]+$/.test(password),
};

const RULES: Record<PasswordProfile, readonly PasswordRule[]> = {
  spec: ['length', 'letter', 'digit', 'only'],
  strict: ['length'],
};

/**
 * Returns the rules of `profile`, in the order in which they are shown, and whether `password`
 * meets each.
 */
export const passwordRules = (
  password: string,
  profile: PasswordProfile,
): readonly { readonly rule: PasswordRule; readonly isMet: boolean }[] =>
  RULES[profile].map((rule) => ({ rule, isMet: IS_MET[rule](password, profile) }));

/**
 * Returns the error of a password whose form breaks a rule of `profile`; null if it breaks none.
 */
export function passwordFault(
  password: string,
  profile: PasswordProfile,
): 'password_format_invalid' | 'password_length_invalid' | null {
  if (passwordRules(password, profile).every(({ isMet }) => isMet)) return null;
  return profile === 'strict' ? 'password_length_invalid' : 'password_format_invalid';
}
