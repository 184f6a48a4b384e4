/** The hooks of the own fiat orders: list by state, and changes while a screen shows. */
import { useMemo } from 'react';
import {
  OPEN_FIAT_ORDER_STATES,
  type FiatOrderState,
  type FiatParty,
} from '../../../contract/fiat/fiat-kinds.ts';
import type { FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import { withRecordUpdates } from '../core/live/record-updates.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';

export interface FiatOrderFilter {
  /** open: any state in which the coins are frozen. */
  readonly state?: 'open' | FiatOrderState;
  readonly role?: FiatParty;
  /** Entries of a page. */
  readonly size?: string;
}

interface FiatOrdersView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly orders: readonly FiatOrder[];
}

/** The user's orders: page by page, then live. */
export function useFiatOrders(filter: FiatOrderFilter): FiatOrdersView {
  const list = usePushedFiatOrders(filter);
  // User events of an order lack the number of unread messages.
  useUserUpdates('fiat_message', list.refresh);
  return list;
}

/** Like `useFiatOrders`, for screens without unread counts: a message causes no reload. */
export function usePushedFiatOrders(filter: FiatOrderFilter): FiatOrdersView {
  const list = usePages('listFiatOrders', filter);
  const { pages, isWhole, refresh } = list;
  const updates = useRecordUpdates('fiat_order');
  useReloadAfterMissedUpdates(refresh);
  const { state, role } = filter;
  const orders = useMemo(() => {
    const isWanted = (order: FiatOrder) =>
      isInState(order, state) && (role === undefined || order.role === role);
    const listed = pages.flatMap((page) => page.orders);
    return withRecordUpdates(listed, updates, isWanted, isWhole);
  }, [pages, updates, state, role, isWhole]);
  return { ...list, orders };
}

function isInState(order: FiatOrder, state: FiatOrderFilter['state']): boolean {
  if (state === undefined) return true;
  return state === 'open' ? OPEN_FIAT_ORDER_STATES.includes(order.state) : order.state === state;
}
