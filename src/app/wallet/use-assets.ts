/** The hook of all accounts with their equivalents, spot balances live. */
import { useEffect, useMemo } from 'react';
import type { AccountList } from '../../../contract/wallet/accounts.ts';
import { lacksBalance, withLiveBalances } from './live-accounts.ts';
import { useBalances } from './use-balances.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadAfterGap } from '../core/hooks/use-reload-after-gap.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';

/**
 * Returns all accounts of the user, with equivalents in `equivalentCode`: by call, then spot
 * balances live.
 */
export function useAssets(equivalentCode: string): QueryView<AccountList> {
  const query = useQuery('listAccounts', { equivalent_currency_code: equivalentCode });
  const { balances } = useBalances();
  const { data: listed, retry, refresh } = query;
  useReloadWhenShown(retry);
  useReloadAfterGap(refresh);
  const isIncomplete = listed !== null && lacksBalance(listed, balances);
  useEffect(() => {
    if (isIncomplete) refresh();
  }, [isIncomplete, refresh]);
  const data = useMemo(() => listed && withLiveBalances(listed, balances), [listed, balances]);
  return query.status === 'success' && data !== null ? { ...query, data } : query;
}
