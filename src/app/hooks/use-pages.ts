import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { TextEndpointName } from '../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { ProblemName } from '../../../machines/app/problem.ts';
import { createPageStore, type PageView } from '../query-pages.ts';
import { useRuntime } from '../runtime-context.ts';
import { useReloadAfterGap } from './use-reload-after-gap.ts';
import { useReloadWhenShown } from './use-reload-when-shown.ts';

/** Calls whose answer is a page: it names where the page after it begins. */
export type PagedName = {
  [N in TextEndpointName]: ResponseOf<N> extends { readonly next: string | null } ? N : never;
}[TextEndpointName];

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
  /** Asks for everything again. */
  readonly retry: () => void;
}

const FIRST_PAGE: readonly (string | undefined)[] = [undefined];

/** A list that is read page by page; `request` says which entries, without `before`. */
export function usePages<N extends PagedName>(
  name: N,
  request: RequestInput<N>,
): PagesView<ResponseOf<N>> {
  type Page = ResponseOf<N>;
  const { queries } = useRuntime();
  const key = JSON.stringify(request);
  const [asked, setAsked] = useState({ key, cursors: FIRST_PAGE });
  const cursors = asked.key === key ? asked.cursors : FIRST_PAGE;
  const actors = useMemo(
    () =>
      cursors.map((before) =>
        queries.get(name, {
          ...(JSON.parse(key) as RequestInput<N>),
          ...(before !== undefined && { before }),
        }),
      ),
    [queries, name, key, cursors],
  );
  useEffect(() => {
    const releases = actors.map((actor) => queries.hold(actor));
    return () => {
      for (const release of releases) release();
    };
  }, [queries, actors]);
  const store = useMemo(() => createPageStore<Page>(actors), [actors]);
  const read = useSyncExternalStore(store.subscribe, store.get);
  const joined = useMemo(() => joinedPages(read, cursors), [read, cursors]);
  const retry = useCallback(() => {
    for (const actor of actors) actor.send({ type: 'query.retry' });
  }, [actors]);

  const [newest] = actors;
  useReloadWhenShown(useCallback(() => newest?.send({ type: 'query.retry' }), [newest]));
  useReloadAfterGap(retry);

  const first = joined[0];
  const last = joined.at(-1);
  const next = nextOf(last?.data ?? null);
  const isBeyondFirst = joined.length > 1 && last?.data === null;
  return {
    status: statusOf(first),
    pages: useMemo(() => joined.flatMap(({ data }) => (data === null ? [] : [data])), [joined]),
    error: first?.error ?? null,
    moreError: isBeyondFirst && !last.isBusy ? last.error : null,
    hasMore: typeof next === 'string',
    isWhole: next === null,
    pageCount: joined.length,
    isLoadingMore: isBeyondFirst && last.isBusy,
    loadMore: () => {
      if (typeof next === 'string')
        setAsked({ key, cursors: [...cursors.slice(0, joined.length), next] });
    },
    retry,
  };
}

/** Where the page after this one begins; null at the end, undefined while it has not come. */
const nextOf = (page: unknown): string | null | undefined =>
  (page as { readonly next: string | null } | null)?.next;

/** The pages that follow on each other: a page that was read anew may end elsewhere than before. */
function joinedPages<Page>(
  pages: readonly PageView<Page>[],
  cursors: readonly (string | undefined)[],
): readonly PageView<Page>[] {
  const end = pages.findIndex(
    (_, index) => index > 0 && nextOf(pages[index - 1]?.data) !== cursors[index],
  );
  return end === -1 ? pages : pages.slice(0, end);
}

function statusOf(first: { data: unknown; isBusy: boolean } | undefined) {
  if (first?.data) return 'success';
  return first?.isBusy ? 'loading' : 'failure';
}
