import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { RequestInput } from '../../../contract/routes.ts';
import type { Order, OrderPage } from '../../../contract/schemas/spot.ts';
import type { ProblemName } from '../../../machines/app/problem.ts';
import { createPageStore } from '../query-pages.ts';
import { useRuntime } from '../runtime-context.ts';

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
  readonly isLoadingMore: boolean;
  /** Asks for the page after these, once. */
  readonly loadMore: () => void;
  /** Asks for everything again. */
  readonly retry: () => void;
}

const FIRST_PAGE: readonly (string | undefined)[] = [undefined];

/** The person's orders, page by page. */
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
  const pages = useSyncExternalStore(store.subscribe, store.get);
  const retry = useCallback(() => {
    for (const actor of actors) actor.send({ type: 'query.retry' });
  }, [actors]);

  const first = pages[0];
  const last = pages.at(-1);
  const next = last?.data?.next ?? null;
  const orders = useMemo(() => pages.flatMap(({ data }) => data?.orders ?? []), [pages]);
  return {
    status: statusOf(first),
    orders,
    error: first?.error ?? null,
    moreError: pages.length > 1 && last?.data === null && !last.isBusy ? last.error : null,
    hasMore: next !== null,
    isLoadingMore: pages.length > 1 && last?.data === null && last.isBusy,
    loadMore: () => {
      if (next !== null) setAsked({ key, cursors: [...cursors, next] });
    },
    retry,
  };
}

function statusOf(first: { data: unknown; isBusy: boolean } | undefined) {
  if (first?.data) return 'success';
  return first?.isBusy ? 'loading' : 'failure';
}
