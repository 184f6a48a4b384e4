/** The hook of the transfer form with the balances of both accounts. */
import type { Transfer } from '../../../contract/wallet/wallet.ts';
import { CURRENCY_SCALE } from '../../../machines/app/core/typed-decimals.ts';
import {
  canSwap,
  chosenAccounts,
  firstAccounts,
  TRANSFER_DESTINATIONS,
  transferSources,
  type TransferFacts,
  type TransferFields,
  type WishedAccounts,
} from '../../../machines/app/wallet/transfer.rules.ts';
import { transferForm } from './transfer-form.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';

/** Initial values of the form; invalid accounts are ignored. */
export interface TransferWish extends WishedAccounts {
  readonly currencyId: string;
}

/** Facts about the accounts' balances. */
interface TransferHoldings {
  /** Returns whether the account holds this coin, or any coin, to move out. */
  readonly isHeld: (type: string, currencyId?: string) => boolean;
}

interface TransferFormView extends SubmissionView<TransferFields, TransferFacts, Transfer> {
  /** Account types that money can be moved out of, and into. */
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  readonly canSwap: boolean;
  /** Decimals of amounts. */
  readonly decimals: number;
  readonly chooseAccount: (side: 'from' | 'to', account: string) => void;
  readonly swapAccounts: () => void;
}

/** The form of a transfer between the user's accounts; `onTransferred` is called after success. */
export function useTransferForm(
  wish: TransferWish,
  { isHeld }: TransferHoldings,
  onTransferred: () => void,
): TransferFormView {
  const sources = transferSources((type) => isHeld(String(type)));
  const form = useSubmission(transferForm, {
    initial: {
      currencyId: wish.currencyId,
      ...firstAccounts(wish, sources, (account) => isHeld(account, wish.currencyId)),
    },
    onSuccess: onTransferred,
  });
  const { fields, edit } = form;
  return {
    ...form,
    // A chosen account stays in the list after it was emptied.
    sources: transferSources((type) => isHeld(String(type)) || String(type) === fields.from),
    destinations: TRANSFER_DESTINATIONS,
    canSwap: canSwap(fields),
    decimals: CURRENCY_SCALE,
    chooseAccount: (side, account) => edit(chosenAccounts(fields, side, account)),
    swapAccounts: () => edit({ from: fields.to, to: fields.from }),
  };
}
