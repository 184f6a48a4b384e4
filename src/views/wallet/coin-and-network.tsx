/** The choice of a coin and network above a page about it. */
import type { ReactNode } from 'react';
import type { WalletCoin } from '../../../contract/wallet/wallet.ts';
import { useText } from '../../i18n/use-text.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { CoinField } from './coin-field.tsx';
import { useChosenCoin, useNetworkName } from './wallet-coins.ts';

interface CoinAndNetworkProps {
  /** Renders the page of the chosen coin on its network; `fields` changes the choice. */
  readonly children: (coin: WalletCoin, fields: ReactNode) => ReactNode;
}

/** The frame of pages about a coin on a network, which need the list of coins. */
export function CoinAndNetwork({ children }: CoinAndNetworkProps) {
  const t = useText('wallet');
  const chosen = useChosenCoin();
  const nameOf = useNetworkName();
  const { status, error, retry, coin, currencies, networks } = chosen;
  if (status === 'loading') return <SkeletonRows label={t('coin.loading')} rows={5} />;
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  if (coin === null) return <EmptyState title={t('coin.none')} hint={t('coin.noWallet')} />;
  return children(
    coin,
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <CoinField coins={currencies} coin={coin} onChoose={chosen.chooseCurrency} />
      <SelectField
        label={t('network.label')}
        value={coin.chain}
        options={networks.map((one) => ({ value: one.chain, label: nameOf(one) }))}
        onChange={chosen.chooseNetwork}
      />
    </div>,
  );
}
