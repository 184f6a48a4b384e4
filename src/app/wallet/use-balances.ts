/** The hook of the spot balances by currency, live. */
import type { Balance } from '../../../contract/wallet/accounts.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';

interface BalancesView {
  /** loading: nothing is known. stale: they may be outdated. */
  readonly status: 'loading' | 'live' | 'stale';
  /** Balances by currency id, without currencies that were never held. */
  readonly balances: ReadonlyMap<number, Balance>;
}

/** Returns the user's spot balances, live. */
export function useBalances(): BalancesView {
  return { status: useUserView('status'), balances: useUserView('balances') };
}
