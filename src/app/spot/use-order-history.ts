/** The hook of the order history, page by page, then live. */
import { useMemo, useSyncExternalStore } from 'react';
import type { RequestInput } from '../../../contract/routes.ts';
import type { Order, OrderPage } from '../../../contract/spot/spot.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { createOrderUpdatesStore } from './order-updates.ts';
import { withRecordUpdates } from '../core/live/record-updates.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';

/** Filter of the orders; an absent field matches all. */
export type HistoryFilter = Pick<
  RequestInput<'listOrderHistory'>,
  'currency_match_id' | 'side' | 'state'
>;

interface OrderHistoryView extends PagesView<OrderPage> {
  /** Newest first; all requested pages with later changes. */
  readonly orders: readonly Order[];
}

/** The user's orders: page by page, then live. */
export function useOrderHistory(filter: HistoryFilter): OrderHistoryView {
  const history = usePages('listOrderHistory', filter);
  const { pages, isWhole } = history;
  const updates = useOrderUpdates();
  useReloadAfterMissedUpdates(history.refresh);
  const { currency_match_id: market, side, state } = filter;
  const orders = useMemo(() => {
    const isWanted = (order: Order) =>
      (market === undefined || String(order.currency_match_id) === market) &&
      (side === undefined || order.side === side) &&
      (state === undefined || order.state === state);
    const listed = pages.flatMap((page) => page.orders);
    return withRecordUpdates(listed, updates, isWanted, isWhole);
  }, [pages, updates, market, side, state, isWhole]);
  return { ...history, orders };
}

function useOrderUpdates() {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(() => createOrderUpdatesStore(feed.user), [feed]);
  return useSyncExternalStore(store.subscribe, store.get);
}
