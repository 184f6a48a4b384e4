/** The hooks of coins, networks and the chosen coin. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WalletCoin } from '../../../contract/wallet/wallet.ts';
import { useWalletCoins, type WalletCoinsView } from '../../app/wallet/use-wallet-coins.ts';
import { useText } from '../../i18n/use-text.ts';

/** Returns each currency once, with the first of its networks. */
export function currenciesOf(coins: readonly WalletCoin[]): readonly WalletCoin[] {
  const byId = new Map<number, WalletCoin>();
  for (const coin of coins) if (!byId.has(coin.currency_id)) byId.set(coin.currency_id, coin);
  return [...byId.values()];
}

interface ChosenCoin extends WalletCoinsView {
  readonly currencies: readonly WalletCoin[];
  /** The chosen currency on each of its networks. */
  readonly networks: readonly WalletCoin[];
  /** The choice of the address, or the first coin; null while the list is not loaded. */
  readonly coin: WalletCoin | null;
  readonly chooseCurrency: (code: string) => void;
  readonly chooseNetwork: (chain: string) => void;
}

/** Returns coin and network of a page, kept in its address (`?coin=USDT&chain=…`). */
export function useChosenCoin(): ChosenCoin {
  const list = useWalletCoins();
  const [address, setAddress] = useSearchParams();
  const currencies = useMemo(() => currenciesOf(list.coins), [list.coins]);
  const named = currencies.find(({ currency_code: code }) => code === address.get('coin'));
  const currency = named ?? currencies[0];
  const networks = list.coins.filter(({ currency_id: id }) => id === currency?.currency_id);
  const coin = networks.find(({ chain }) => chain === address.get('chain')) ?? networks[0] ?? null;
  return {
    ...list,
    currencies,
    networks,
    coin,
    chooseCurrency: (code) => setAddress({ coin: code }, { replace: true }),
    chooseNetwork: (chain) =>
      setAddress({ coin: coin?.currency_code ?? '', chain }, { replace: true }),
  };
}

type Network = Pick<WalletCoin, 'chain' | 'chain_name'>;

/** The chain of demos; all others have proper names, the same in every language. */
const DEVELOPMENT = 'development';

/** Returns a function for the display name of a coin's network. */
export function useNetworkName(): (coin: Network) => string {
  const t = useText('wallet');
  return ({ chain, chain_name: name }) => (chain === DEVELOPMENT ? t('network.development') : name);
}

/**
 * Returns a function for the display name of a network by its id; the id itself while the name is
 * unknown.
 */
export function useChainName(): (chain: string) => string {
  const { coins } = useWalletCoins();
  const nameOf = useNetworkName();
  return (chain) =>
    nameOf(coins.find((coin) => coin.chain === chain) ?? { chain, chain_name: chain });
}
