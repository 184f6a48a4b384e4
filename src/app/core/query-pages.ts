/** Combines the cached pages of a list into one store. */
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import type { QueryActor } from './query-cache.ts';

/** One page of a paged list. */
export interface PageView<Page> {
  readonly data: Page | null;
  readonly error: ProblemName | null;
  readonly isBusy: boolean;
}

/** The loading state of a paged list. */
export interface PagingState {
  readonly status: 'loading' | 'success' | 'failure';
  readonly error: ProblemName | null;
  /** Error of the next page; `retry` of the list retries it. */
  readonly moreError: ProblemName | null;
  readonly hasMore: boolean;
  /** Whether there is no further entry. An empty page may be followed by others. */
  readonly isWhole: boolean;
  /** Number of requested pages. */
  readonly pageCount: number;
  readonly isLoadingMore: boolean;
}

interface ReadPages<Page> {
  readonly first: PageView<Page>;
  /** The last requested page. */
  readonly last: PageView<Page>;
  readonly pageCount: number;
}

/** @param next cursor of the next page; null at the end, undefined while it is unknown. */
export function pagingState(
  { first, last, pageCount }: ReadPages<unknown>,
  next: string | number | null | undefined,
): PagingState {
  const isBeyondFirst = pageCount > 1 && last.data === null;
  return {
    status: first.data !== null ? 'success' : first.isBusy ? 'loading' : 'failure',
    error: first.error,
    moreError: isBeyondFirst && !last.isBusy ? last.error : null,
    hasMore: next !== null && next !== undefined,
    isWhole: next === null,
    pageCount,
    isLoadingMore: isBeyondFirst && last.isBusy,
  };
}

export const pageIn = <Page>(snapshot: ReturnType<QueryActor['getSnapshot']>): PageView<Page> => ({
  data: snapshot.context.data as Page | null,
  error: snapshot.context.refusal?.error ?? null,
  isBusy: snapshot.hasTag('busy'),
});

/** The pages of `actors`, in their order, in the shape of `useSyncExternalStore`. */
interface PageStore<Page> {
  subscribe(onChange: () => void): () => void;
  /** Returns the same array until a page changes. */
  get(): readonly PageView<Page>[];
}

export function createPageStore<Page>(actors: readonly QueryActor[]): PageStore<Page> {
  const snapshots = () => actors.map((actor) => actor.getSnapshot());
  let read = snapshots();
  let pages = view();

  function view(): readonly PageView<Page>[] {
    return read.map((snapshot) => pageIn<Page>(snapshot));
  }

  return {
    subscribe(onChange) {
      const subscriptions = actors.map((actor) => actor.subscribe(onChange));
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe();
      };
    },
    get() {
      const now = snapshots();
      if (now.some((snapshot, index) => snapshot !== read[index])) {
        read = now;
        pages = view();
      }
      return pages;
    },
  };
}

/** Reloads the pages whose answer is outdated, and those without one. */
export function askAgain<Page>(
  actors: readonly QueryActor[],
  isOutdated: (page: Page) => boolean,
): void {
  for (const actor of actors) {
    const page = actor.getSnapshot().context.data as Page | null;
    if (page === null || isOutdated(page)) actor.send({ type: 'query.retry' });
  }
}
