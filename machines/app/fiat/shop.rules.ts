/** Checks of the forms that open and close a shop. */
import { LIMITS } from '../../../contract/limits.ts';
import { unitsOf } from '../core/amount.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type ShopOpeningFields = { readonly name: string; readonly payPassword: string };
export type ShopClosingFields = { readonly payPassword: string };

export interface ShopOpeningFacts {
  readonly isVerified: boolean;
  /** USDT in the fiat account; null while unknown. */
  readonly available: string | null;
  /** Frozen while the shop is open, USDT. */
  readonly deposit: string;
}

const REFUSALS: Partial<Record<ProblemName, 'payPassword'>> = {
  pay_password_incorrect: 'payPassword',
};

const passwordProblems = (payPassword: string): Problem<'payPassword'>[] =>
  payPassword === '' ? [{ field: 'payPassword', error: 'invalid_request' }] : [];

export const SHOP_OPENING_RULES: SubmissionRules<ShopOpeningFields, ShopOpeningFacts> = {
  empty: { name: '', payPassword: '' },
  problems({ name, payPassword }, { isVerified, available, deposit }) {
    const { length } = name.trim();
    const isName = length >= LIMITS.shop_name_length_min && length <= LIMITS.shop_name_length_max;
    const isCovered = available === null || unitsOf(available) >= unitsOf(deposit);
    return [
      ...(isVerified ? [] : [{ field: null, error: 'verification_required' } as const]),
      ...(isCovered ? [] : [{ field: null, error: 'insufficient_balance' } as const]),
      ...(isName ? [] : [{ field: 'name', error: 'invalid_request' } as const]),
      ...passwordProblems(payPassword),
    ];
  },
  refusals: {
    ...REFUSALS,
    shop_name_taken: 'name',
    shop_name_invalid: 'name',
    invalid_request: 'name',
  },
  secrets: ['payPassword'],
};

export const SHOP_CLOSING_RULES: SubmissionRules<ShopClosingFields, null> = {
  empty: { payPassword: '' },
  problems: ({ payPassword }) => passwordProblems(payPassword),
  refusals: REFUSALS,
  secrets: ['payPassword'],
};
