/** The sheet that confirms a withdrawal and asks for the secrets. */
import type { SyntheticEvent } from 'react';
import type {
  WalletCoin,
  WithdrawalAddress,
  WithdrawalTerms,
} from '../../../../contract/wallet/wallet.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import type { WithdrawalFormView } from '../../../app/wallet/use-withdrawal-form.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { useWalletProblem } from '../use-wallet-problem.ts';
import { useNetworkName } from '../wallet-coins.ts';

interface ConfirmSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly form: WithdrawalFormView;
  readonly coin: WalletCoin;
  readonly terms: WithdrawalTerms;
  readonly address: WithdrawalAddress | null;
}

/** A summary of the withdrawal, and the fields of the secrets that confirm it. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { isOpen, onClose, form, terms } = props;
  const t = useText('wallet');
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const textOf = useWalletProblem(form.problems);
  const { fields, edit } = form;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // React events bubble through portals, so the page's own form would handle this one, too.
    event.stopPropagation();
    form.send();
    noteAttempt();
  };
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('confirm.title')}>
      <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4 px-5 pb-5">
        <Summary {...props} />
        <PasswordField
          label={t('confirm.payPassword')}
          name="pay-password"
          autoComplete="off"
          value={fields.payPassword}
          onChange={(payPassword) => edit({ payPassword })}
          problem={textOf('payPassword')}
        />
        {terms.is_google_bound && (
          <CodeField
            name="google-code"
            label={t('confirm.googleCode')}
            length={LIMITS.verification_code_digits}
            value={fields.googleCode}
            onChange={(googleCode) => edit({ googleCode })}
            problem={textOf('googleCode')}
          />
        )}
        <FormProblem problem={textOf(null) ?? textOf('amount') ?? textOf('addressId')} />
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button kind="secondary" onClick={onClose}>
            {t('confirm.change')}
          </Button>
          <div className="flex flex-col gap-2">
            <ConnectedButton
              type="submit"
              pending={form.isBusy}
              noConnection={t('noConnection')}
              data-testid="send-withdrawal"
            >
              {t('confirm.send')}
            </ConnectedButton>
          </div>
        </div>
      </form>
    </Sheet>
  );
}

function Summary({ form, coin, terms, address }: ConfirmSheetProps) {
  const t = useText('wallet');
  const networkName = useNetworkName();
  const sum = (text: string) => <Amount value={text} code={coin.currency_code} />;
  return (
    <DetailList>
      <DetailRow name={t('withdrawal.amount')}>{sum(form.amount)}</DetailRow>
      <DetailRow name={t('withdrawal.fee')}>{sum(terms.fee)}</DetailRow>
      <DetailRow name={t('withdrawal.arrives')}>
        <strong>{sum(form.arrival)}</strong>
      </DetailRow>
      <DetailRow name={t('network.label')}>{networkName(coin)}</DetailRow>
      <DetailRow name={t('address.label')}>
        <span className="min-w-0">
          <span className="block">{address?.label}</span>
          <span translate="no" className="block text-sm wrap-anywhere text-muted">
            {address?.address}
          </span>
        </span>
      </DetailRow>
    </DetailList>
  );
}
