/** The sheet of the bound addresses. */
import { useState } from 'react';
import type { WalletCoin } from '../../../../contract/wallet/wallet.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { IconAdd } from '../../../ui/icons.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { AddressOption } from './address-option.tsx';
import { BindAddress } from './bind-address.tsx';
import type { BoundAddresses } from './use-bound-addresses.ts';

interface AddressSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly coin: WalletCoin;
  readonly bound: BoundAddresses;
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onRemoved: (id: string) => void;
}

/** The bound addresses, to choose, add or remove one. */
export function AddressSheet(props: AddressSheetProps) {
  const { isOpen, onClose, coin, bound, chosenId, onChoose, onRemoved } = props;
  const t = useText('wallet');
  const [isAdding, setAdding] = useState(false);
  const close = () => {
    setAdding(false);
    onClose();
  };
  if (isAdding)
    return (
      <Sheet isOpen={isOpen} onClose={close} title={t('address.add')}>
        <BindAddress
          coin={coin}
          onBack={() => setAdding(false)}
          onBound={({ id }) => {
            bound.reload();
            setAdding(false);
            onChoose(id);
          }}
        />
      </Sheet>
    );
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={t('address.choose')}
      footer={
        <Button className="w-full" onClick={() => setAdding(true)}>
          <IconAdd aria-hidden className="size-5" />
          {t('address.add')}
        </Button>
      }
    >
      <div className="px-4 pb-4">
        {bound.status === 'loading' && <SkeletonRows label={t('address.loading')} rows={2} />}
        {bound.status === 'failure' && <ErrorState error={bound.error} onRetry={bound.reload} />}
        {bound.status === 'success' && bound.addresses.length === 0 && (
          <EmptyState title={t('address.none')} hint={t('address.noneHint')} />
        )}
        <ul aria-label={t('address.choose')} className="flex flex-col gap-1">
          {bound.addresses.map((address) => (
            <li key={address.id}>
              <AddressOption
                address={address}
                isChosen={address.id === chosenId}
                onChoose={() => onChoose(address.id)}
                onRemoved={() => onRemoved(address.id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
