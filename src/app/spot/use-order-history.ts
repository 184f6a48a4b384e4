/** The hook of the order history, page by page, then live. */
import { useMemo, useSyncExternalStore } from 'react';
import type { RequestInput } from '../../../contract/routes.ts';
import type { Order, OrderPage } from '../../../contract/spot/spot.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { createOrderNewsStore } from './order-news.ts';
import { withRecordNews } from '../core/live/record-news.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useReloadAfterMissedNews } from '../core/hooks/use-user-news.ts';

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
  const news = useOrderNews();
  useReloadAfterMissedNews(history.refresh);
  const { currency_match_id: market, side, state } = filter;
  const orders = useMemo(() => {
    const isWanted = (order: Order) =>
      (market === undefined || String(order.currency_match_id) === market) &&
      (side === undefined || order.side === side) &&
      (state === undefined || order.state === state);
    const listed = pages.flatMap((page) => page.orders);
    return withRecordNews(listed, news, isWanted, isWhole);
  }, [pages, news, market, side, state, isWhole]);
  return { ...history, orders };
}

function useOrderNews() {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(() => createOrderNewsStore(feed.user), [feed]);
  return useSyncExternalStore(store.subscribe, store.get);
}
