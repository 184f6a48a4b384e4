/** Checks of the secrets that a seller gives before their coins are frozen or offered. */
import { LIMITS } from '../../../contract/limits.ts';
import type { Problem } from '../core/problem.ts';

/** The pay password of a seller, and the code of their authenticator. */
export type SellerSecretFields = {
  readonly payPassword: string;
  readonly googleCode: string;
};
type SecretField = keyof SellerSecretFields;

/** Forms forget these fields after each call. */
export const SELLER_SECRETS: readonly SecretField[] = ['payPassword', 'googleCode'];

/** The field of each refusal of the secrets. */
export const SELLER_REFUSALS = {
  pay_password_incorrect: 'payPassword',
  google_code_required: 'googleCode',
  google_code_incorrect: 'googleCode',
} as const;

/** @param isCodeNeeded whether the seller is known to have an authenticator. */
export const sellerSecretProblems = (
  { payPassword, googleCode }: SellerSecretFields,
  isCodeNeeded: boolean,
): readonly Problem<SecretField>[] => [
  ...(payPassword === '' ? [{ field: 'payPassword', error: 'invalid_request' } as const] : []),
  ...(isCodeNeeded && googleCode.length < LIMITS.verification_code_digits
    ? [{ field: 'googleCode', error: 'google_code_required' } as const]
    : []),
];
