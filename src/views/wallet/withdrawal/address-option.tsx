/** A bound address that can be chosen or removed. */
import { useState } from 'react';
import type { WithdrawalAddress } from '../../../../contract/wallet/wallet.ts';
import { useWalletActions } from '../../../app/wallet/use-wallet-actions.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconChosen, IconRemove } from '../../../ui/icons.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';

interface AddressOptionProps {
  readonly address: WithdrawalAddress;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onRemoved: () => void;
}

/** One bound address with buttons to choose or to remove it. */
export function AddressOption({ address, isChosen, onChoose, onRemoved }: AddressOptionProps) {
  const t = useText('wallet');
  const { removeAddress, isPending } = useWalletActions();
  const [isAsking, setAsking] = useState(false);
  const { id, label, address: text } = address;
  const remove = () => {
    setAsking(false);
    removeAddress(id, onRemoved);
  };
  return (
    <div
      className={classNames(
        'flex items-center gap-1 rounded-control pe-1',
        isChosen ? 'bg-accent-soft' : 'hover:bg-tint',
      )}
    >
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-2 rounded-control px-3.5 py-2 text-start -outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{label}</span>
          <span translate="no" className="block text-sm text-muted wrap-anywhere">
            {text}
          </span>
        </span>
        {isChosen && <IconChosen aria-hidden className="size-5 shrink-0 text-accent" />}
      </button>
      <IconButton
        icon={IconRemove}
        label={t('address.remove', { label })}
        aria-busy={isPending(id) || undefined}
        onClick={() => setAsking(true)}
        className="text-muted"
      />
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('address.removeTitle', { label })}
        description={t('address.removeHint')}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t('common:action.cancel')}
            </Button>
            <div className="flex flex-col gap-2">
              <ConnectedButton
                kind="danger"
                noConnection={t('noConnection')}
                onClick={remove}
                data-testid="remove-address"
              >
                {t('address.confirmRemove')}
              </ConnectedButton>
            </div>
          </>
        }
      />
    </div>
  );
}
