/** The hook for a list that loads page by page and keeps its pages for a returning user. */
import { useMemo, useSyncExternalStore } from 'react';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { createPageChain, type PagedName } from '../page-chain.ts';
import { useRuntime } from '../runtime-context.ts';
import { useReloadAfterGap } from './use-reload-after-gap.ts';

export interface PagesView<Page> {
  readonly status: 'loading' | 'success' | 'failure';
  /** All requested pages that have arrived, the newest entries first. */
  readonly pages: readonly Page[];
  readonly error: ProblemName | null;
  /** Error of the next page; {@link PagesView.retry} retries it. */
  readonly moreError: ProblemName | null;
  readonly hasMore: boolean;
  /** Whether there is no older entry. An empty page may be followed by others. */
  readonly isWhole: boolean;
  /** Number of requested pages. */
  readonly pageCount: number;
  readonly isLoadingMore: boolean;
  /** Requests the next page, once. */
  readonly loadMore: () => void;
  /** Reloads everything; a running call goes on. */
  readonly retry: () => void;
  /** Reloads everything, even during a call, whose answer may be outdated already. */
  readonly refresh: () => void;
}

/** Loads a list page by page; `request` selects the entries, without `before`. */
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
