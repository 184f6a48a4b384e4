/** The hook of one contract order with its events and marks, live. */
import type { LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';

/** Returns one of the user's contract orders; reloaded at each change, because events come with marks. */
export function useLeverOrder(id: string): QueryView<LeverOrderDetail> {
  const query = useQuery('getLeverOrder', { id }, 'inline');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  useUserUpdates('lever_order', (order) => {
    if (order.id === id) query.refresh();
  });
  return query;
}
