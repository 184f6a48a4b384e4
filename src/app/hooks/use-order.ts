import { useMemo, useSyncExternalStore } from 'react';
import type { OrderDetail } from '../../../contract/schemas/spot.ts';
import { createOrderStore, withNews } from '../live/order-store.ts';
import { liveDataOf } from '../live/live-data.ts';
import { useRuntime } from '../runtime-context.ts';
import { useQuery, type QueryView } from './use-query.ts';
import { useReloadWhenShown } from './use-reload-when-shown.ts';
import { useReloadAfterMissedNews } from './use-user-news.ts';

/** One of the own orders with its fills, oldest first: by call, then live. */
export function useOrder(id: string): QueryView<OrderDetail> {
  const { feed } = liveDataOf(useRuntime());
  const query = useQuery('getOrder', { id });
  const store = useMemo(() => createOrderStore(feed.user, id), [feed, id]);
  const news = useSyncExternalStore(store.subscribe, store.get);
  useReloadWhenShown(query.retry);
  useReloadAfterMissedNews(query.refresh);
  const listed = query.data;
  const order = useMemo(() => listed && withNews(listed, news), [listed, news]);
  return query.status === 'success' && order !== null ? { ...query, data: order } : query;
}
