/** The form of a transfer. */
import type { SyntheticEvent } from 'react';
import { ACCOUNT_TYPES, type AccountList } from '../../../../contract/wallet/accounts.ts';
import type { TransferFields } from '../../../../machines/app/wallet/transfer.rules.ts';
import { useTransferForm, type TransferWish } from '../../../app/wallet/use-transfer-form.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { AmountField } from '../../parts/amount-field.tsx';
import { CoinField } from '../coin-field.tsx';
import { isUnknown } from '../../parts/outcome.tsx';
import { useWalletProblem } from '../use-wallet-problem.ts';
import { AccountPair } from './account-pair.tsx';
import { SetAsideNotice } from '../../parts/lever/set-aside-notice.tsx';
import type { ContractSource } from './contract-source.tsx';
import { availableIn, holdsAvailable, type TransferCoin } from './transfer-coins.ts';
import { TransferOutcome } from './transfer-outcome.tsx';
import { GlanceSentence } from '../../../ui/glance-sentence.tsx';

interface TransferFormProps {
  readonly list: AccountList;
  readonly coins: readonly TransferCoin[];
  /** Null while it is unknown, and without a contract account. */
  readonly contracts: ContractSource | null;
  /** Account types that money only leaves. */
  readonly closed: ReadonlySet<string>;
  readonly wish: TransferWish;
  readonly onTransferred: () => void;
  /** Starts a new transfer. */
  readonly onAgain: () => void;
}

/** Accounts, coin and amount; then the outcome. */
export function TransferForm(props: TransferFormProps) {
  const { list, coins, contracts, closed, wish, onTransferred, onAgain } = props;
  const t = useText('wallet');
  const isHeld = (type: string, currencyId?: string) => holdsAvailable(list, type, currencyId);
  const form = useTransferForm(wish, { isHeld, closed }, onTransferred);
  const { fields, edit } = form;
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const textOf = useWalletProblem(form.problems);
  const coin = coins.find(({ currency_id: id }) => String(id) === fields.currencyId) ?? null;
  const source = isFromContracts(fields, contracts) ? contracts : null;
  const balance = availableIn(list, fields.from, fields.currencyId);
  const available = source?.transferable ?? balance;
  const isMarginInUse = available !== balance;
  if (form.status === 'done' || isUnknown(form.status))
    return <TransferOutcome form={form} onAgain={onAgain} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit({ available, isMarginInUse });
    noteAttempt();
  };
  const code = coin?.currency_code ?? '';
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <AccountPair
        from={fields.from}
        to={fields.to}
        closed={closed}
        problem={textOf('to')}
        onChoose={form.chooseAccount}
        onSwap={form.swapAccounts}
      />
      <CoinField
        coins={coins}
        coin={coin}
        problem={textOf('currencyId')}
        onChoose={(chosen) =>
          edit({
            currencyId: String(
              coins.find((each) => each.currency_code === chosen)?.currency_id ?? '',
            ),
          })
        }
      />
      <AmountField
        label={t('transfer.amount')}
        code={code}
        value={fields.amount}
        onChange={(amount) => edit({ amount })}
        most={available}
        decimals={form.decimals}
        hint={<Available amount={available} code={code} isPart={isMarginInUse} />}
        problem={textOf('amount')}
      />
      {source !== null && <SetAsideNotice {...source} />}
      <FormProblem problem={textOf(null)} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('noConnection')}
        data-testid="submit-transfer"
      >
        {t('transfer.submit')}
      </ConnectedButton>
      <p className="text-sm text-muted">{t('transfer.free')}</p>
    </form>
  );
}

/** Whether the form moves the settlement currency out of the contract account. */
const isFromContracts = (
  { from, currencyId }: TransferFields,
  contracts: ContractSource | null,
): boolean =>
  from === String(ACCOUNT_TYPES.contract) && currencyId === String(contracts?.currencyId);

interface AvailableProps {
  readonly amount: string;
  readonly code: string;
  /** Whether positions need the rest of the balance. */
  readonly isPart: boolean;
}

function Available({ amount, code, isPart }: AvailableProps) {
  const t = useText('wallet');
  return (
    <GlanceSentence
      value={amount}
      code={code}
      say={(text) =>
        t(isPart ? 'transfer.availableBesidePositions' : 'transfer.available', { amount: text })
      }
    />
  );
}
