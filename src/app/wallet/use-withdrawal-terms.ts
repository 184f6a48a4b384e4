/** The hook of fees, limits and holds of a coin on a chain. */
import type { WithdrawalTerms } from '../../../contract/wallet/wallet.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadAfterGap } from '../core/hooks/use-reload-after-gap.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedNews, useUserNews } from '../core/hooks/use-user-news.ts';

/**
 * Returns the limits and holds for withdrawals of a coin on a chain; reloaded whenever a deposit or
 * a withdrawal of the user changes.
 */
export function useWithdrawalTerms(currencyId: number, chain: string): QueryView<WithdrawalTerms> {
  const query = useQuery('getWithdrawalTerms', { currency_id: String(currencyId), chain });
  const { retry, refresh } = query;
  useReloadWhenShown(retry);
  useReloadAfterGap(refresh);
  useReloadAfterMissedNews(refresh);
  useUserNews('deposit', refresh);
  useUserNews('withdrawal', refresh);
  return query;
}
