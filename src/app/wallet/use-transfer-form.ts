/** The hook of the transfer form with the balances of both accounts. */
import type { Transfer } from '../../../contract/wallet/wallet.ts';
import { CURRENCY_SCALE } from '../../../machines/app/core/typed-decimals.ts';
import {
  chosenAccounts,
  firstAccounts,
  swappedAccounts,
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
  /** Returns whether the account holds this coin to move out. */
  readonly isHeld: (type: string, currencyId: string) => boolean;
  /** Account types that money only leaves. */
  readonly closed: ReadonlySet<string>;
}

interface TransferFormView extends SubmissionView<TransferFields, TransferFacts, Transfer> {
  /** Decimals of amounts. */
  readonly decimals: number;
  readonly chooseAccount: (side: 'from' | 'to', account: string) => void;
  readonly swapAccounts: () => void;
}

/** The form of a transfer between the user's accounts; `onTransferred` is called after success. */
export function useTransferForm(
  wish: TransferWish,
  { isHeld, closed }: TransferHoldings,
  onTransferred: () => void,
): TransferFormView {
  const form = useSubmission(transferForm, {
    initial: {
      currencyId: wish.currencyId,
      ...firstAccounts(wish, (account) => isHeld(account, wish.currencyId), closed),
    },
    onSuccess: onTransferred,
  });
  const { fields, edit } = form;
  return {
    ...form,
    decimals: CURRENCY_SCALE,
    chooseAccount: (side, account) => edit(chosenAccounts(fields, side, account, closed)),
    swapAccounts: () => edit(swappedAccounts(fields, closed)),
  };
}
