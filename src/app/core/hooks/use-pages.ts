/** The hook for a list that loads page by page and keeps its pages for a returning user. */
import { useMemo, useSyncExternalStore } from 'react';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { createPageChain, type PagedName } from '../page-chain.ts';
import { useRuntime } from '../runtime-context.ts';
import { useReloadAfterGap } from './use-reload-after-gap.ts';

export interface PagesView<Page> {
  readonly status: 'loading' | 'success' | 'failure';
  /** In order, the newest first; all that were asked for and have come. */
  readonly pages: readonly Page[];
  readonly error: ProblemName | null;
  /** Why the page after these did not come; {@link PagesView.retry} asks again. */
  readonly moreError: ProblemName | null;
  readonly hasMore: boolean;
  /** There is no older entry. A page may hold none and still be followed by one that does. */
  readonly isWhole: boolean;
  /** How many pages were asked for. */
  readonly pageCount: number;
  readonly isLoadingMore: boolean;
  /** Asks for the page after these, once. */
  readonly loadMore: () => void;
  /** Asks for everything again; a call that is on its way already goes on. */
  readonly retry: () => void;
  /** Asks for everything again, also while a call is on its way: its answer may be out of date already. */
  readonly refresh: () => void;
}

/** A list that is read page by page; `request` says which entries, without `before`. */
export function usePages<N extends PagedName>(
  name: N,
  request: RequestInput<N>,
): PagesView<ResponseOf<N>> {
  const { queries } = useRuntime();
  const key = JSON.stringify(request);
  const chain = useMemo(
    () => createPageChain(queries, name, JSON.parse(key) as RequestInput<N>),
    [queries, name, key],
  );
  const { pages, first, last, pageCount } = useSyncExternalStore(chain.subscribe, chain.get);
  const { loadMore, retry, refresh } = chain;
  useReloadAfterGap(refresh);
  const next = (last.data as { readonly next: string | null } | null)?.next;
  const isBeyondFirst = pageCount > 1 && last.data === null;
  return {
    status: statusOf(first),
    pages,
    error: first.error,
    moreError: isBeyondFirst && !last.isBusy ? last.error : null,
    hasMore: typeof next === 'string',
    isWhole: next === null,
    pageCount,
    isLoadingMore: isBeyondFirst && last.isBusy,
    loadMore,
    retry,
    refresh,
  };
}

function statusOf(first: { readonly data: unknown; readonly isBusy: boolean }) {
  if (first.data !== null) return 'success';
  return first.isBusy ? 'loading' : 'failure';
}
