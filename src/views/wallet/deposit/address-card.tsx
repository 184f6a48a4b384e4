/** The user's deposit address as QR code and text. */
import type { WalletCoin } from '../../../../contract/wallet/wallet.ts';
import { useQuery } from '../../../app/core/hooks/use-query.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { useNetworkName } from '../wallet-coins.ts';

/** The user's own address for a coin on a network, as QR code and text with a copy button. */
export function AddressCard({ coin }: { readonly coin: WalletCoin }) {
  const t = useText('wallet');
  const networkName = useNetworkName();
  const { status, data, error, retry } = useQuery('getDepositAddress', {
    currency_id: String(coin.currency_id),
    chain: coin.chain,
  });
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  return (
    <section
      aria-labelledby="address-title"
      className="flex flex-col items-center gap-4 rounded-card bg-surface p-4 md:flex-row md:items-center md:gap-6"
    >
      {data === null ? (
        <Skeleton className="size-48 rounded-control" />
      ) : (
        <div className="w-48 shrink-0">
          <QrCode text={data.address} label={t('deposit.qr', { currency: coin.currency_code })} />
        </div>
      )}
      <div className="flex w-full min-w-0 flex-1 flex-col gap-1">
        <h2 id="address-title" className="text-sm text-muted">
          {t('deposit.address', { currency: coin.currency_code, network: networkName(coin) })}
        </h2>
        {data === null ? (
          <Skeleton className="my-2 h-5 w-full" />
        ) : (
          <div className="flex items-center gap-2">
            <p
              data-testid="deposit-address"
              translate="no"
              className="min-w-0 flex-1 leading-relaxed wrap-anywhere select-all"
            >
              {data.address}
            </p>
            <CopyButton text={data.address} label={t('address.copy')} />
          </div>
        )}
      </div>
    </section>
  );
}
