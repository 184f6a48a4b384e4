/** The field of the withdrawal address. */
import { useState } from 'react';
import type { WalletCoin, WithdrawalAddress } from '../../../../contract/wallet/wallet.ts';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { controlFrame, Field } from '../../../ui/field.tsx';
import { IconExpand } from '../../../ui/icons.ts';
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
  const [isOpen, setOpen] = useState(false);
  return (
    <Field label={t('address.label')} problem={problem}>
      {({ id, ...wiring }) => (
        <>
          <button
            type="button"
            id={id}
            aria-describedby={wiring['aria-describedby']}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            data-testid="address-field"
            onClick={() => setOpen(true)}
            className={classNames(controlFrame, 'min-h-12.5 gap-2.5 px-3.5 py-2 text-start')}
          >
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
            <IconExpand aria-hidden className="size-5 shrink-0 text-muted" />
          </button>
          <AddressSheet
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            coin={coin}
            bound={bound}
            chosenId={address?.id}
            onChoose={(chosen) => {
              onChoose(chosen);
              setOpen(false);
            }}
            onRemoved={(removed) => {
              if (removed === address?.id) onChoose('');
              bound.reload();
            }}
          />
        </>
      )}
    </Field>
  );
}
