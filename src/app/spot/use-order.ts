/** The hook of one own order with its fills, live. */
import { useMemo, useSyncExternalStore } from 'react';
import type { OrderDetail } from '../../../contract/spot/spot.ts';
import { createOrderStore, withUpdates } from './order-store.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';

/** Returns one of the user's orders with its fills, oldest first: by call, then live. */
export function useOrder(id: string): QueryView<OrderDetail> {
  const { feed } = liveDataOf(useRuntime());
  const query = useQuery('getOrder', { id });
  const store = useMemo(() => createOrderStore(feed.user, id), [feed, id]);
  const updates = useSyncExternalStore(store.subscribe, store.get);
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  const listed = query.data;
  const order = useMemo(() => listed && withUpdates(listed, updates), [listed, updates]);
  return query.status === 'success' && order !== null ? { ...query, data: order } : query;
}
