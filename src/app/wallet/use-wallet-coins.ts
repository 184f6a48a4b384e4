/** The hooks of all coins on all networks, and of their logos. */
import { useMemo } from 'react';
import type { WalletCoin } from '../../../contract/wallet/wallet.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { useQuery } from '../core/hooks/use-query.ts';

const NONE: readonly WalletCoin[] = [];

export interface WalletCoinsView {
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

/** Returns a function for the logo of a currency by its id; empty while unknown. */
export function useLogos(): (currencyId: number) => string {
  const { coins } = useWalletCoins();
  const logos = useMemo(
    () => new Map(coins.map(({ currency_id: id, logo }) => [id, logo])),
    [coins],
  );
  return (currencyId) => logos.get(currencyId) ?? '';
}
