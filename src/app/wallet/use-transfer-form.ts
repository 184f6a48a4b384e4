/** The hook of the transfer form with the balances of both accounts. */
import type { Transfer } from '../../../contract/wallet/wallet.ts';
import { CURRENCY_SCALE } from '../../../machines/app/spot/order-ticket.figures.ts';
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

/** What the form begins with; accounts that cannot be meant are left out. */
export interface TransferWish extends WishedAccounts {
  readonly currencyId: string;
}

/** What the accounts hold. */
export interface TransferHoldings {
  /** Whether something of a coin, or of any, can be moved out of an account. */
  readonly isHeld: (type: string, currencyId?: string) => boolean;
}

export interface TransferFormView extends SubmissionView<TransferFields, TransferFacts, Transfer> {
  /** Account types that money can be moved out of, and into. */
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  readonly canSwap: boolean;
  /** Decimals that an amount may have. */
  readonly decimals: number;
  readonly chooseAccount: (side: 'from' | 'to', account: string) => void;
  readonly swapAccounts: () => void;
}

/** The form of a transfer between own accounts; `onTransferred` is told when it was made. */
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
