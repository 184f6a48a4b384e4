/** The field of the withdrawal address. */
import type { WalletCoin, WithdrawalAddress } from '../../../../contract/wallet/wallet.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SheetField } from '../sheet-field.tsx';
import { AddressSheet } from './address-sheet.tsx';
import type { BoundAddresses } from './use-bound-addresses.ts';

interface AddressFieldProps {
  readonly coin: WalletCoin;
  readonly bound: BoundAddresses;
  /** The chosen address. */
  readonly address: WithdrawalAddress | null;
  readonly problem: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The target of the withdrawal: one of the bound addresses. */
export function AddressField({ coin, bound, address, problem, onChoose }: AddressFieldProps) {
  const t = useText('wallet');
  return (
    <SheetField
      label={t('address.label')}
      problem={problem}
      testId="address-field"
      className="py-2"
      face={
        <span className="min-w-0 flex-1">
          {address === null ? (
            <span className="text-muted">{t('address.choose')}</span>
          ) : (
            <>
              <span className="block font-semibold">{address.label}</span>
              <span translate="no" className="block text-sm text-muted wrap-anywhere">
                {address.address}
              </span>
            </>
          )}
        </span>
      }
    >
      {(isOpen, close) => (
        <AddressSheet
          isOpen={isOpen}
          onClose={close}
          coin={coin}
          bound={bound}
          chosenId={address?.id}
          onChoose={(chosen) => {
            onChoose(chosen);
            close();
          }}
          onRemoved={(removed) => {
            if (removed === address?.id) onChoose('');
            bound.reload();
          }}
        />
      )}
    </SheetField>
  );
}
