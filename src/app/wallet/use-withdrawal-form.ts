/** The hook of the withdrawal form: address and amount, then the secrets. */
import type { WalletCoin, Withdrawal, WithdrawalTerms } from '../../../contract/wallet/wallet.ts';
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import {
  arrivalAmount,
  draftProblems,
  largestWithdrawal,
  type WithdrawalFacts,
  type WithdrawalField,
  type WithdrawalFields,
} from '../../../machines/app/wallet/withdrawal.rules.ts';
import { withdrawalForm } from './withdrawal-form.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';

export interface WithdrawalFormView extends SubmissionView<
  WithdrawalFields,
  WithdrawalFacts,
  Withdrawal
> {
  /** Problems of address and amount, before the form asks for the secrets. */
  readonly draftProblems: readonly Problem<WithdrawalField>[];
  /** The typed amount in the wire format. */
  readonly amount: string;
  /** The part of it that reaches the address. */
  readonly arrival: string;
  /** Largest amount that may be sent now. */
  readonly most: string;
  readonly send: () => void;
}

/**
 * The form of a withdrawal of a coin, under the server's terms.
 * @param isBound false for an address that the user has removed since they chose it.
 */
export function useWithdrawalForm(
  coin: WalletCoin,
  terms: WithdrawalTerms,
  isBound: (addressId: string) => boolean,
): WithdrawalFormView {
  const form = useSubmission(withdrawalForm, { subject: `${coin.currency_id} ${coin.chain}` });
  const facts = { decimals: coin.decimals, terms };
  const { amount, addressId } = form.fields;
  const chosen = { ...form.fields, addressId: isBound(addressId) ? addressId : '' };
  return {
    ...form,
    draftProblems: draftProblems(chosen, facts),
    amount: wireAmount(amount),
    arrival: arrivalAmount(amount, terms.fee),
    most: largestWithdrawal(terms),
    send: () => form.submit(facts),
  };
}
