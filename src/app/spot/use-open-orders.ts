/** The hook of the open spot orders, newest first, live. */
import { useMemo } from 'react';
import type { Order } from '../../../contract/spot/spot.ts';
import { compareRecordIds } from '../core/live/record-ids.ts';
import { useUserView } from '../core/hooks/use-user-view.ts';

interface OpenOrdersView {
  /** loading: nothing is known. stale: the list may be outdated. */
  readonly status: 'loading' | 'live' | 'stale';
  /** Newest first. */
  readonly orders: readonly Order[];
}

/** Returns the user's open orders of all markets, live. */
export function useOpenOrders(): OpenOrdersView {
  const status = useUserView('status');
  const open = useUserView('orders');
  const orders = useMemo(
    () => [...open.values()].toSorted((a, b) => compareRecordIds(b.id, a.id)),
    [open],
  );
  return { status, orders };
}
