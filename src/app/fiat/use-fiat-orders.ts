/** The hooks of the own fiat orders: list by state, and changes while a screen shows. */
import { useMemo } from 'react';
import {
  OPEN_FIAT_ORDER_STATES,
  type FiatOrderState,
  type FiatParty,
} from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import { withRecordNews } from '../core/live/record-news.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useRecordNews } from '../core/hooks/use-record-news.ts';
import { useReloadAfterMissedNews, useUserNews } from '../core/hooks/use-user-news.ts';

export interface FiatOrderFilter {
  /** open: any state in which the coins are held. */
  readonly state?: 'open' | FiatOrderState;
  readonly role?: FiatParty;
  /** Entries of a page. */
  readonly size?: string;
}

export interface FiatOrdersView extends PagesView<unknown> {
  /** Newest first; all pages that were asked for, and what happened since. */
  readonly orders: readonly FiatOrder[];
}

/** The person's own orders: page by page, then live. */
export function useFiatOrders(filter: FiatOrderFilter): FiatOrdersView {
  const list = useToldFiatOrders(filter);
  // How many messages are unread is not part of what is told of an order.
  useUserNews('fiat_message', list.refresh);
  return list;
}

/** As `useFiatOrders`, where nobody looks at what is unread: nothing is read again for a message. */
export function useToldFiatOrders(filter: FiatOrderFilter): FiatOrdersView {
  const list = usePages('listFiatOrders', filter);
  const { pages, isWhole, refresh } = list;
  const news = useRecordNews('fiat_order');
  useReloadAfterMissedNews(refresh);
  const { state, role } = filter;
  const orders = useMemo(() => {
    const isWanted = (order: FiatOrder) =>
      isInState(order, state) && (role === undefined || order.role === role);
    const listed = pages.flatMap((page) => page.orders);
    return withRecordNews(listed, news, isWanted, isWhole);
  }, [pages, news, state, role, isWhole]);
  return { ...list, orders };
}

function isInState(order: FiatOrder, state: FiatOrderFilter['state']): boolean {
  if (state === undefined) return true;
  return state === 'open' ? OPEN_FIAT_ORDER_STATES.includes(order.state) : order.state === state;
}
