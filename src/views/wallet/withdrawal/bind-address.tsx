/** The form that binds a withdrawal address with a code. */
import type { SyntheticEvent } from 'react';
import type { WalletCoin, WithdrawalAddress } from '../../../../contract/wallet/wallet.ts';
import { useWithdrawalAddressForm } from '../../../app/wallet/use-withdrawal-address-form.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useWalletProblem } from '../use-wallet-problem.ts';
import { OwnCodeField } from './own-code-field.tsx';
import { useNetworkName } from '../wallet-coins.ts';

interface BindAddressProps {
  readonly coin: WalletCoin;
  readonly onBack: () => void;
  readonly onBound: (address: WithdrawalAddress) => void;
}

/** Binds an address, confirmed by a code that only the user receives. */
export function BindAddress({ coin, onBack, onBound }: BindAddressProps) {
  const t = useText('wallet');
  const networkName = useNetworkName();
  const form = useWithdrawalAddressForm(coin, onBound);
  const { fields, edit } = form;
  const textOf = useWalletProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // React events bubble through portals, so the page's own form would handle this one, too.
    event.stopPropagation();
    form.submit(null);
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4 px-5 pb-5">
      <Notice tone="plain">
        <p>{t('address.network', { currency: coin.currency_code, network: networkName(coin) })}</p>
      </Notice>
      <TextField
        label={t('address.label')}
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={130}
        value={fields.address}
        onChange={(address) => edit({ address })}
        problem={textOf('address')}
      />
      <TextField
        label={t('address.name')}
        name="label"
        autoComplete="off"
        maxLength={40}
        hint={t('address.nameHint')}
        value={fields.label}
        onChange={(label) => edit({ label })}
        problem={textOf('label')}
      />
      <OwnCodeField
        code={fields.code}
        onChange={(code) => edit({ code })}
        problem={textOf('code')}
      />
      <FormProblem problem={textOf(null)} />
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button kind="secondary" onClick={onBack}>
          {t('common:action.back')}
        </Button>
        <div className="flex flex-col gap-2">
          <ConnectedButton
            type="submit"
            pending={form.isBusy}
            noConnection={t('noConnection')}
            data-testid="bind-address"
          >
            {t('address.bind')}
          </ConnectedButton>
        </div>
      </div>
    </form>
  );
}
