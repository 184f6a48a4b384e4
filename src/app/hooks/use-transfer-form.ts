import type { Transfer } from '../../../contract/schemas/wallet.ts';
import { CURRENCY_SCALE } from '../../../machines/app/order-ticket.figures.ts';
import {
  chosenAccounts,
  TRANSFER_ACCOUNTS,
  TRANSFER_RULES,
  type TransferFacts,
  type TransferFields,
} from '../../../machines/app/transfer.rules.ts';
import { transferForm } from '../forms/transfer-form.ts';
import { useSubmission, type SubmissionView } from './use-submission.ts';

/** What the form begins with; accounts that can not be meant are left out. */
export interface TransferWish {
  readonly currencyId: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface TransferFormView extends SubmissionView<TransferFields, TransferFacts, Transfer> {
  /** Account types that money can be moved between. */
  readonly accountTypes: readonly number[];
  /** Decimals that an amount may have. */
  readonly decimals: number;
  readonly chooseAccount: (side: 'from' | 'to', account: string) => void;
  readonly swapAccounts: () => void;
}

/** The form of a transfer between own accounts; `onTransferred` is told when it was made. */
export function useTransferForm(wish: TransferWish, onTransferred: () => void): TransferFormView {
  const form = useSubmission(transferForm, {
    initial: { currencyId: wish.currencyId, ...wishedAccounts(wish) },
    onSuccess: onTransferred,
  });
  const { fields, edit } = form;
  return {
    ...form,
    accountTypes: TRANSFER_ACCOUNTS,
    decimals: CURRENCY_SCALE,
    chooseAccount: (side, account) => edit(chosenAccounts(fields, side, account)),
    swapAccounts: () => edit({ from: fields.to, to: fields.from }),
  };
}

function wishedAccounts({ from, to }: TransferWish): Pick<TransferFields, 'from' | 'to'> {
  const isMeant = (account: string | null): account is string =>
    account !== null && TRANSFER_ACCOUNTS.map(String).includes(account);
  let accounts: Pick<TransferFields, 'from' | 'to'> = TRANSFER_RULES.empty;
  if (isMeant(from)) accounts = chosenAccounts(accounts, 'from', from);
  if (isMeant(to)) accounts = chosenAccounts(accounts, 'to', to);
  return { from: accounts.from, to: accounts.to };
}
