/** The button and dialog that cancel a withdrawal. */
import { useState } from 'react';
import type { Withdrawal } from '../../../../contract/wallet/wallet.ts';
import { useWalletActions } from '../../../app/wallet/use-wallet-actions.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ConnectedButton } from '../../parts/connected-button.tsx';

/** Cancels a withdrawal, after a confirmation. Shown only while its lifecycle allows it. */
export function CancelWithdrawal({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useText('wallet');
  const format = useFormat();
  const { cancelWithdrawal, isPending } = useWalletActions();
  const [isAsking, setAsking] = useState(false);
  const { id, amount, currency_code: code } = withdrawal;
  const cancel = () => {
    setAsking(false);
    cancelWithdrawal(id);
  };
  return (
    <>
      <Button kind="danger" pending={isPending(id)} onClick={() => setAsking(true)}>
        {t('withdrawal.cancel')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('withdrawal.cancelTitle')}
        description={t('withdrawal.cancelHint', { amount: `${format.amount(amount)} ${code}` })}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t('withdrawal.keep')}
            </Button>
            <div className="flex flex-col gap-2">
              <ConnectedButton
                kind="danger"
                noConnection={t('noConnection')}
                onClick={cancel}
                data-testid="cancel-withdrawal"
              >
                {t('withdrawal.confirmCancel')}
              </ConnectedButton>
            </div>
          </>
        }
      />
    </>
  );
}
