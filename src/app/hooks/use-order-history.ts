import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { RequestInput } from '../../../contract/routes.ts';
import type { Order, OrderPage } from '../../../contract/schemas/spot.ts';
import type { ProblemName } from '../../../machines/app/problem.ts';
import { liveDataOf } from '../live/live-data.ts';
import { createOrderNewsStore, withOrderNews } from '../live/order-news.ts';
import { createPageStore, type PageView } from '../query-pages.ts';
import { useRuntime } from '../runtime-context.ts';
import { useReloadAfterGap } from './use-reload-after-gap.ts';
import { useReloadWhenShown } from './use-reload-when-shown.ts';

/** Which orders; an absent field takes all. */
export type HistoryFilter = Pick<
  RequestInput<'listOrderHistory'>,
  'currency_match_id' | 'side' | 'state'
>;

export interface OrderHistoryView {
  readonly status: 'loading' | 'success' | 'failure';
  /** Newest first; all pages that were asked for. */
  readonly orders: readonly Order[];
  readonly error: ProblemName | null;
  /** Why the page after these did not come; {@link OrderHistoryView.retry} asks again. */
  readonly moreError: ProblemName | null;
  readonly hasMore: boolean;
  /** There is no older order. A page may hold none and still be followed by one that does. */
  readonly isWhole: boolean;
  /** How many pages were asked for. */
  readonly pageCount: number;
  readonly isLoadingMore: boolean;
  /** Asks for the page after these, once. */
  readonly loadMore: () => void;
  /** Asks for everything again. */
  readonly retry: () => void;
}

const FIRST_PAGE: readonly (string | undefined)[] = [undefined];

/** The person's orders: page by page, then live. */
export function useOrderHistory(filter: HistoryFilter): OrderHistoryView {
  const { queries } = useRuntime();
  const key = JSON.stringify(filter);
  const [asked, setAsked] = useState({ key, cursors: FIRST_PAGE });
  const cursors = asked.key === key ? asked.cursors : FIRST_PAGE;
  const actors = useMemo(
    () =>
      cursors.map((before) =>
        queries.get('listOrderHistory', {
          ...(JSON.parse(key) as HistoryFilter),
          ...(before !== undefined && { before }),
        }),
      ),
    [queries, key, cursors],
  );
  useEffect(() => {
    const releases = actors.map((actor) => queries.hold(actor));
    return () => {
      for (const release of releases) release();
    };
  }, [queries, actors]);
  const store = useMemo(() => createPageStore<OrderPage>(actors), [actors]);
  const read = useSyncExternalStore(store.subscribe, store.get);
  const pages = useMemo(() => joinedPages(read, cursors), [read, cursors]);
  const retry = useCallback(() => {
    for (const actor of actors) actor.send({ type: 'query.retry' });
  }, [actors]);

  const [newest] = actors;
  useReloadWhenShown(useCallback(() => newest?.send({ type: 'query.retry' }), [newest]));
  useReloadAfterGap(retry);

  const first = pages[0];
  const last = pages.at(-1);
  const next = last?.data?.next ?? null;
  const reachesEnd = last?.data?.next === null;
  const news = useOrderNews();
  const orders = useMemo(() => {
    const wanted = JSON.parse(key) as HistoryFilter;
    const listed = pages.flatMap(({ data }) => data?.orders ?? []);
    return withOrderNews(listed, news, (order) => isWanted(order, wanted), reachesEnd);
  }, [pages, news, key, reachesEnd]);
  return {
    status: statusOf(first),
    orders,
    error: first?.error ?? null,
    moreError: pages.length > 1 && last?.data === null && !last.isBusy ? last.error : null,
    hasMore: next !== null,
    isWhole: reachesEnd,
    pageCount: pages.length,
    isLoadingMore: pages.length > 1 && last?.data === null && last.isBusy,
    loadMore: () => {
      if (next !== null) setAsked({ key, cursors: [...cursors.slice(0, pages.length), next] });
    },
    retry,
  };
}

/** The pages that follow on each other: a page that was read anew may end elsewhere than before. */
function joinedPages(
  pages: readonly PageView<OrderPage>[],
  cursors: readonly (string | undefined)[],
): readonly PageView<OrderPage>[] {
  const end = pages.findIndex(
    (_, index) => index > 0 && pages[index - 1]?.data?.next !== cursors[index],
  );
  return end === -1 ? pages : pages.slice(0, end);
}

function statusOf(first: { data: unknown; isBusy: boolean } | undefined) {
  if (first?.data) return 'success';
  return first?.isBusy ? 'loading' : 'failure';
}

function useOrderNews() {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(() => createOrderNewsStore(feed.user), [feed]);
  return useSyncExternalStore(store.subscribe, store.get);
}

function isWanted(order: Order, { currency_match_id: market, side, state }: HistoryFilter) {
  return (
    (market === undefined || String(order.currency_match_id) === market) &&
    (side === undefined || order.side === side) &&
    (state === undefined || order.state === state)
  );
}
