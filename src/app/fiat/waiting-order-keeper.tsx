/** Keeps the count of fiat orders that wait for the user up to date. Renders nothing. */
import { useEffect, useSyncExternalStore } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import { fiatOrderLifecycle } from './fiat-order-mirror.ts';
import { usePushedFiatOrders } from './use-fiat-orders.ts';
import { waitingOrders } from './use-waiting-orders.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { liveDataOf } from '../core/live/live-data.ts';

/** A merchant may have many orders; all are loaded, with the largest page size. */
const OPEN = { state: 'open', size: String(LIMITS.order_page_size_max) } as const;

/** Counts the fiat orders that wait for the user, live. Renders nothing; mounted once. */
export function WaitingOrderKeeper() {
  const { orders, hasMore, loadMore } = usePushedFiatOrders(OPEN);
  useEffect(() => {
    if (hasMore) loadMore();
  }, [hasMore, loadMore]);
  const { serverClock } = liveDataOf(useRuntime());
  const mine = orders
    .filter((order) => fiatOrderLifecycle(order).turn === 'mine')
    .toSorted((a, b) => (a.deadline_at ?? Infinity) - (b.deadline_at ?? Infinity));
  const count = mine.length;
  const firstId = mine[0]?.id ?? null;
  const deadline = mine[0]?.deadline_at ?? null;
  const deadlineMs = useSyncExternalStore(serverClock.subscribe, () =>
    deadline === null ? null : serverClock.deviceTime(deadline),
  );
  useEffect(() => {
    waitingOrders.set(firstId === null ? null : { count, firstId, deadlineMs });
    return () => waitingOrders.set(null);
  }, [count, firstId, deadlineMs]);
  return null;
}
