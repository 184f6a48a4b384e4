/** The form of the faucet of the development chain. */
import { FAUCET_RULES, type FaucetFields } from '../../../machines/app/wallet/faucet.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

export const faucetForm: SubmissionForm<'claimFaucet', FaucetFields, null> = {
  name: 'claimFaucet',
  rules: FAUCET_RULES,
  request: ({ currencyId, chain }) => ({ currency_id: currencyId, chain }),
  // Only the deposit shows the amount; it appears a moment after the payment.
  async readRecord(hash, api, options) {
    const { deposits } = await api.call('listDeposits', {}, options);
    const deposit = deposits.find(({ transaction_hash: other }) => other === hash);
    return deposit === undefined ? null : { amount: deposit.amount, transaction_hash: hash };
  },
};
