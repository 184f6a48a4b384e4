/** The hook for a list that loads page by page and keeps its pages for a returning user. */
import { useMemo, useSyncExternalStore } from 'react';
import type { RequestInput, ResponseOf } from '../../../../contract/routes.ts';
import { createPageChain, type PagedName } from '../page-chain.ts';
import { pagingState, type PagingState } from '../query-pages.ts';
import { useRuntime } from '../runtime-context.ts';
import { useReloadAfterGap } from './use-reload-after-gap.ts';

export interface PagesView<Page> extends PagingState {
  /** All requested pages that have arrived, the newest entries first. */
  readonly pages: readonly Page[];
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
  const view = useSyncExternalStore(chain.subscribe, chain.get);
  const { loadMore, retry, refresh } = chain;
  useReloadAfterGap(refresh);
  const next = (view.last.data as { readonly next: string | null } | null)?.next;
  return { ...pagingState(view, next), pages: view.pages, loadMore, retry, refresh };
}
