/** Checks of the withdrawal form, and the field for each refusal. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { WithdrawalTerms } from '../../../contract/wallet/wallet.ts';
import { spellingProblem, unitsOf, wireAmount } from '../core/amount.rules.ts';
import { CURRENCY_SCALE } from '../core/typed-decimals.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type WithdrawalFields = {
  readonly addressId: string;
  readonly amount: string;
  readonly payPassword: string;
  readonly googleCode: string;
};
export type WithdrawalField = keyof WithdrawalFields;

/** The server's facts about the coin and the user. */
export interface WithdrawalFacts {
  /** Decimals of amounts on the chain. */
  readonly decimals: number;
  readonly terms: Pick<
    WithdrawalTerms,
    | 'available'
    | 'bought_on_hold'
    | 'withdrawable'
    | 'fee'
    | 'minimum'
    | 'remaining_today'
    | 'is_google_bound'
  >;
}

/** Checks address and amount, before the form asks for the secrets. */
export function draftProblems(
  { addressId, amount }: WithdrawalFields,
  facts: WithdrawalFacts,
): readonly Problem<WithdrawalField>[] {
  const fault = amountProblem(amount, facts);
  return [
    ...(addressId === ''
      ? [{ field: 'addressId', error: 'withdrawal_address_required' } as const]
      : []),
    ...(fault === null ? [] : [{ field: 'amount', error: fault } as const]),
  ];
}

/** Checks in the order of the server's own gate, the balance last. */
function amountProblem(amount: string, { decimals, terms }: WithdrawalFacts): ProblemName | null {
  const spelling = spellingProblem(amount, decimals);
  if (spelling !== null) return spelling;
  const units = unitsOf(wireAmount(amount));
  if (units < unitsOf(terms.minimum) || units <= unitsOf(terms.fee)) return 'amount_too_small';
  if (units > unitsOf(terms.available)) return 'insufficient_balance';
  if (terms.remaining_today !== null && units > unitsOf(terms.remaining_today))
    return 'daily_limit_exceeded';
  if (units <= unitsOf(terms.withdrawable)) return null;
  return units > unitsOf(terms.available) - unitsOf(terms.bought_on_hold)
    ? 'purchase_on_hold'
    : 'balance_locked';
}

function secretProblems(
  { payPassword, googleCode }: WithdrawalFields,
  { terms }: WithdrawalFacts,
): readonly Problem<WithdrawalField>[] {
  return [
    ...(payPassword === '' ? [{ field: 'payPassword', error: 'invalid_request' } as const] : []),
    ...(terms.is_google_bound && !/^\d{6}$/.test(googleCode)
      ? [{ field: 'googleCode', error: 'google_code_required' } as const]
      : []),
  ];
}

export const WITHDRAWAL_RULES: SubmissionRules<WithdrawalFields, WithdrawalFacts> = {
  empty: { addressId: '', amount: '', payPassword: '', googleCode: '' },
  problems: (fields, facts) => [...draftProblems(fields, facts), ...secretProblems(fields, facts)],
  refusals: {
    withdrawal_address_required: 'addressId',
    withdrawal_address_not_found: 'addressId',
    amount_scale_exceeded: 'amount',
    amount_too_small: 'amount',
    daily_limit_exceeded: 'amount',
    purchase_on_hold: 'amount',
    balance_locked: 'amount',
    insufficient_balance: 'amount',
    pay_password_incorrect: 'payPassword',
    google_code_required: 'googleCode',
    google_code_incorrect: 'googleCode',
  },
  secrets: ['payPassword', 'googleCode'],
};

/**
 * Returns the amount that reaches the address when `amount` leaves the account; `0` if the fee
 * takes it all.
 */
export function arrivalAmount(amount: string, fee: string): string {
  const rest = unitsOf(wireAmount(amount)) - unitsOf(fee);
  return formatUnits(rest > 0n ? rest : 0n, CURRENCY_SCALE);
}

/** Returns the largest allowed amount: the withdrawable balance, within the day's limit. */
export function largestWithdrawal({
  withdrawable,
  remaining_today: remaining,
}: Pick<WithdrawalTerms, 'withdrawable' | 'remaining_today'>): string {
  return remaining !== null && unitsOf(remaining) < unitsOf(withdrawable)
    ? remaining
    : withdrawable;
}
