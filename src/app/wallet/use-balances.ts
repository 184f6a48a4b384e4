/** The hook of the spot balances by currency, live. */
import type { Balance } from '../../../contract/wallet/accounts.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';

export interface BalancesView {
  /** loading: nothing is known. stale: they may be out of date. */
  readonly status: 'loading' | 'live' | 'stale';
  /** By currency id; a currency that was never held has none. */
  readonly balances: ReadonlyMap<number, Balance>;
}

/** The own spot balances, live. */
export function useBalances(): BalancesView {
  return { status: useUserView('status'), balances: useUserView('balances') };
}
