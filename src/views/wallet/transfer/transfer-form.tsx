/** The form of a transfer. */
import type { SyntheticEvent } from 'react';
import type { AccountList } from '../../../../contract/wallet/accounts.ts';
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
import { availableIn, holdsAvailable, type TransferCoin } from './transfer-coins.ts';
import { TransferOutcome } from './transfer-outcome.tsx';
import { GlanceSentence } from '../../../ui/glance-sentence.tsx';

interface TransferFormProps {
  readonly list: AccountList;
  readonly coins: readonly TransferCoin[];
  readonly wish: TransferWish;
  readonly onTransferred: () => void;
  /** Starts a new transfer. */
  readonly onAgain: () => void;
}

/** Accounts, coin and amount; then the outcome. */
export function TransferForm(props: TransferFormProps) {
  const { list, coins, wish, onTransferred, onAgain } = props;
  const t = useText('wallet');
  const isHeld = (type: string, currencyId?: string) => holdsAvailable(list, type, currencyId);
  const form = useTransferForm(wish, { isHeld }, onTransferred);
  const { fields, edit } = form;
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const textOf = useWalletProblem(form.problems);
  const coin = coins.find(({ currency_id: id }) => String(id) === fields.currencyId) ?? null;
  const available = availableIn(list, fields.from, fields.currencyId);
  if (form.status === 'done' || isUnknown(form.status))
    return <TransferOutcome form={form} onAgain={onAgain} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit({ available });
    noteAttempt();
  };
  const code = coin?.currency_code ?? '';
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <AccountPair
        sources={form.sources}
        destinations={form.destinations}
        canSwap={form.canSwap}
        from={fields.from}
        to={fields.to}
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
        hint={<Available amount={available} code={code} />}
        problem={textOf('amount')}
      />
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

function Available({ amount, code }: { readonly amount: string; readonly code: string }) {
  const t = useText('wallet');
  return (
    <GlanceSentence
      value={amount}
      code={code}
      say={(text) => t('transfer.available', { amount: text })}
    />
  );
}
