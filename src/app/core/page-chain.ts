/** A paged list whose pages name their successors, loaded as far as the user scrolled. */
import type { TextEndpointName } from '../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { QueryActor, QueryCache } from './query-cache.ts';
import { pageIn, type PageView } from './query-pages.ts';

/** Calls whose answer is a page with the cursor of the next page. */
export type PagedName = {
  [N in TextEndpointName]: ResponseOf<N> extends { readonly next: string | null } ? N : never;
}[TextEndpointName];

interface ChainView<Page> {
  /**
   * Pages in order, the newest first. When their order has changed, the previous pages stay until
   * as many new ones have arrived.
   */
  readonly pages: readonly Page[];
  readonly first: PageView<Page>;
  /** The last requested page. */
  readonly last: PageView<Page>;
  readonly pageCount: number;
}

/** A paged list for one subscriber, in the shape of `useSyncExternalStore`. */
interface PageChain<Page> {
  /** Holds the pages and reloads cached ones, until the returned function is called. */
  subscribe(onChange: () => void): () => void;
  /** Returns the same object until a page changes. */
  get(): ChainView<Page>;
  /** Requests the page after the last one. */
  loadMore(): void;
  /** Reloads every page; a running call goes on. */
  retry(): void;
  /** Reloads every page, even during a call, whose answer may be outdated already. */
  refresh(): void;
}

interface Link {
  /** Cursor of the page; undefined for the first. */
  readonly before?: string;
  readonly actor: QueryActor;
  release(): void;
}

/** Starts with the cached pages, so that a returning user finds the list as long as before. */
export function createPageChain<N extends PagedName>(
  queries: QueryCache,
  name: N,
  request: RequestInput<N>,
): PageChain<ResponseOf<N>> {
  let listener: (() => void) | null = null;
  const first: Link = { actor: queries.get(name, request), release() {} };
  const links = [first];
  const requestBefore = (before: string): RequestInput<N> => ({ ...request, before });
  const follow = (isWanted: (before: string) => boolean) => {
    for (;;) {
      const before = nextOf(links.at(-1));
      if (typeof before !== 'string' || !isWanted(before)) return;
      const link = { before, actor: queries.get(name, requestBefore(before)), release() {} };
      links.push(link);
      if (listener !== null) show(link);
    }
  };
  follow((before) => queries.has(name, requestBefore(before)));
  let wanted = links.length;
  let view = viewOf<ResponseOf<N>>(first, links, []);

  function show(link: Link): void {
    const letGo = queries.hold(link.actor);
    // Events without a subscriber are in no cached answer.
    link.actor.send({ type: 'query.retry' });
    const listening = link.actor.subscribe(update);
    link.release = () => {
      listening.unsubscribe();
      letGo();
    };
  }

  function update(): void {
    // A reloaded page may end elsewhere than before.
    const end = links.findIndex(
      ({ before }, index) => index > 0 && nextOf(links[index - 1]) !== before,
    );
    if (end !== -1) for (const link of links.splice(end)) link.release();
    follow(() => links.length < wanted);
    view = viewOf(first, links, view.pages);
    listener?.();
  }

  const askAll = (type: 'query.retry' | 'query.refresh') => {
    for (const { actor } of links) actor.send({ type });
  };
  return {
    subscribe(onChange) {
      listener = onChange;
      for (const link of links) show(link);
      update();
      return () => {
        listener = null;
        for (const link of links) link.release();
      };
    },
    get: () => view,
    loadMore() {
      wanted = links.length + 1;
      update();
    },
    retry: () => askAll('query.retry'),
    refresh: () => askAll('query.refresh'),
  };
}

/** `known`: the pages shown before. */
function viewOf<Page>(
  { actor }: Link,
  links: readonly Link[],
  known: readonly Page[],
): ChainView<Page> {
  const read = links.map((link) => pageIn<Page>(link.actor.getSnapshot()));
  const first = pageIn<Page>(actor.getSnapshot());
  const last = read.at(-1) ?? first;
  const pages = read.flatMap(({ data }) => (data === null ? [] : [data]));
  const isShorter = last.data === null && pages.length < known.length;
  return { pages: isShorter ? known : pages, first, last, pageCount: links.length };
}

/**
 * Returns the cursor of the next page; null at the end, undefined while this page has not arrived.
 */
const nextOf = (link: Link | undefined): string | null | undefined =>
  (link?.actor.getSnapshot().context.data as { readonly next: string | null } | null)?.next;
