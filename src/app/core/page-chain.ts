/** A list whose pages name where the next one begins, read as far as somebody looked. */
import type { TextEndpointName } from '../../../contract/endpoints.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { QueryActor, QueryCache } from './query-cache.ts';
import { pageIn, type PageView } from './query-pages.ts';

/** Calls whose answer is a page: it names where the page after it begins. */
export type PagedName = {
  [N in TextEndpointName]: ResponseOf<N> extends { readonly next: string | null } ? N : never;
}[TextEndpointName];

export interface ChainView<Page> {
  /**
   * In order, the newest first. Where other pages follow on each other than before, those of before
   * stay until as many have come.
   */
  readonly pages: readonly Page[];
  readonly first: PageView<Page>;
  /** The last that was asked for. */
  readonly last: PageView<Page>;
  readonly pageCount: number;
}

/** For one listener, in the shape of `useSyncExternalStore`. */
export interface PageChain<Page> {
  /** Holds the pages, and asks again for those that come out of the cache, until the answer is called. */
  subscribe(onChange: () => void): () => void;
  /** The same object until a page changes. */
  get(): ChainView<Page>;
  /** Asks for the page after the last one. */
  loadMore(): void;
  /** Asks for every page again; a call that is on its way goes on. */
  retry(): void;
  /** The same where the answer of a call on its way may be out of date already. */
  refresh(): void;
}

interface Link {
  /** Where the page begins; undefined for the first. */
  readonly before?: string;
  readonly actor: QueryActor;
  release(): void;
}

/** Begins with the pages that the cache knows: who comes back finds the list as long as it was. */
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
    // Events of a time when nobody listened are in no answer of the cache.
    link.actor.send({ type: 'query.retry' });
    const listening = link.actor.subscribe(update);
    link.release = () => {
      listening.unsubscribe();
      letGo();
    };
  }

  function update(): void {
    // A page that was read again may end elsewhere than before.
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

/** `known`: the pages that were shown before. */
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

/** Where the page after this one begins; null at the end, undefined while it has not come. */
const nextOf = (link: Link | undefined): string | null | undefined =>
  (link?.actor.getSnapshot().context.data as { readonly next: string | null } | null)?.next;
