/** The hooks of coins, networks and the chosen coin. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WalletCoin } from '../../../contract/wallet/wallet.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useText } from '../../i18n/use-text.ts';

const NONE: readonly WalletCoin[] = [];

interface WalletCoinsView {
  readonly status: 'loading' | 'success' | 'failure';
  readonly error: ProblemName | null;
  readonly retry: () => void;
  /** Every coin on every network. */
  readonly coins: readonly WalletCoin[];
}

export function useWalletCoins(): WalletCoinsView {
  const { status, data, error, retry } = useQuery('listWalletCoins', {});
  return { status, error, retry, coins: data ?? NONE };
}

/** Returns each currency once, with the first of its networks. */
export function currenciesOf(coins: readonly WalletCoin[]): readonly WalletCoin[] {
  const byId = new Map<number, WalletCoin>();
  for (const coin of coins) if (!byId.has(coin.currency_id)) byId.set(coin.currency_id, coin);
  return [...byId.values()];
}

/** Returns a function for the logo of a currency by its id; empty while unknown. */
export function useLogos(): (currencyId: number) => string {
  const { coins } = useWalletCoins();
  const logos = useMemo(
    () => new Map(coins.map(({ currency_id: id, logo }) => [id, logo])),
    [coins],
  );
  return (currencyId) => logos.get(currencyId) ?? '';
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
