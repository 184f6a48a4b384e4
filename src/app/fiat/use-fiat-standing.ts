/** The hook of the user's fiat limits: cancellations and open purchases of the day. */
import type { FiatStanding } from '../../../contract/fiat/fiat-order.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useUserUpdates } from '../core/hooks/use-user-updates.ts';

/** Returns the user's limits for today, shown before they are reached. */
export function useFiatStanding(): QueryView<FiatStanding> {
  const query = useQuery('getFiatStanding', {});
  useReloadWhenShown(query.retry);
  useUserUpdates('fiat_order', query.refresh);
  return query;
}
