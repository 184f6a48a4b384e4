/** The hook of fees, limits and holds of a coin on a chain. */
import type { WithdrawalTerms } from '../../../contract/wallet/wallet.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadAfterGap } from '../core/hooks/use-reload-after-gap.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';

/**
 * Returns the limits and holds for withdrawals of a coin on a chain; reloaded each time a deposit or
 * a withdrawal of the user changes.
 */
export function useWithdrawalTerms(currencyId: number, chain: string): QueryView<WithdrawalTerms> {
  const query = useQuery('getWithdrawalTerms', { currency_id: String(currencyId), chain });
  const { retry, refresh } = query;
  useReloadWhenShown(retry);
  useReloadAfterGap(refresh);
  useReloadAfterMissedUpdates(refresh);
  useUserUpdates('deposit', refresh);
  useUserUpdates('withdrawal', refresh);
  return query;
}
