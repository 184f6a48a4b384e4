import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { OrderDetail } from '../../../contract/schemas/spot.ts';
import { createOrderStore, withNews } from '../live/order-store.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';
import { useQuery, type QueryView } from './use-query.ts';
import { useReloadWhenShown } from './use-reload-when-shown.ts';
import { useUserView } from './use-user-view.ts';

/** One of the own orders with its fills, oldest first: by call, then live. */
export function useOrder(id: string): QueryView<OrderDetail> {
  const { feed } = liveDataOf(useRuntime());
  const query = useQuery('getOrder', { id });
  const store = useMemo(() => createOrderStore(feed.user, id), [feed, id]);
  const news = useSyncExternalStore(store.subscribe, store.get);
  useReloadWhenShown(query.retry);
  useReloadWhenLiveAgain(query.retry);
  const listed = query.data;
  const order = useMemo(() => listed && withNews(listed, news), [listed, news]);
  return query.status === 'success' && order !== null ? { ...query, data: order } : query;
}

/** After a loss the events may not have been told one by one. */
function useReloadWhenLiveAgain(reload: () => void): void {
  const status = useUserView('status');
  const wasStale = useRef(false);
  useEffect(() => {
    if (status === 'live' && wasStale.current) reload();
    wasStale.current = status === 'stale';
  }, [status, reload]);
}
