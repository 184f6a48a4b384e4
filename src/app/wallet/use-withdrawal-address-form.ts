/** The hook of the form that binds a withdrawal address. */
import type { WalletCoin, WithdrawalAddress } from '../../../contract/wallet/wallet.ts';
import type { WithdrawalAddressFields } from '../../../machines/app/wallet/withdrawal-address.rules.ts';
import { withdrawalAddressForm } from './withdrawal-address-form.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';

/** The form that binds an address for a coin on a network; `onBound` receives it. */
export function useWithdrawalAddressForm(
  { currency_id: id, chain }: WalletCoin,
  onBound: (address: WithdrawalAddress) => void,
): SubmissionView<WithdrawalAddressFields, null, WithdrawalAddress> {
  return useSubmission(withdrawalAddressForm, {
    initial: { currencyId: String(id), chain },
    onSuccess: onBound,
  });
}
