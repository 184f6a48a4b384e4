/** The hook of the faucet of the development chain for one coin. */
import type { WalletCoin } from '../../../contract/wallet/wallet.ts';
import type { FaucetFields } from '../../../machines/app/wallet/faucet.rules.ts';
import type { ResponseOf } from '../../../contract/routes.ts';
import { faucetForm } from './faucet-form.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';

type FaucetView = SubmissionView<FaucetFields, null, ResponseOf<'claimFaucet'>> & {
  /** Requests coins; can be used again after a success. */
  readonly claim: () => void;
};

/** The faucet of the development chain, for one coin. */
export function useFaucet({ currency_id: id, chain }: WalletCoin): FaucetView {
  const form = useSubmission(faucetForm, { subject: `${id} ${chain}` });
  const claim = () => {
    if (form.status === 'done') form.reset();
    form.edit({ currencyId: String(id), chain });
    form.submit(null);
  };
  return { ...form, claim };
}
