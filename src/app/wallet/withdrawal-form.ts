/** The form that requests a withdrawal. */
import { wireAmount } from '../../../machines/app/core/amount.rules.ts';
import {
  WITHDRAWAL_RULES,
  type WithdrawalFacts,
  type WithdrawalFields,
} from '../../../machines/app/wallet/withdrawal.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const withdrawalForm: SubmissionForm<'createWithdrawal', WithdrawalFields, WithdrawalFacts> =
  {
    name: 'createWithdrawal',
    rules: WITHDRAWAL_RULES,
    draft: { about: [], keeps: ['addressId', 'amount'] },
    request: ({ addressId, amount, payPassword, googleCode }) => ({
      address_id: addressId,
      amount: wireAmount(amount),
      pay_password: payPassword,
      google_code: googleCode,
    }),
    readRecord: (id, api, options) => api.call('getWithdrawal', { id }, options),
  };
