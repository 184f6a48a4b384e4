/** The hook of the ads of a filter, page by page, with reloads on newer versions. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ensure } from '../../../contract/assert.ts';
import type { RequestInput, ResponseOf } from '../../../contract/routes.ts';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import { spellingProblem, wireAmount } from '../../../machines/app/core/amount.rules.ts';
import type { FiatMarketPart } from '../../../streams/feed.ts';
import {
  askAgain,
  createPageStore,
  pagingState,
  type PageView,
  type PagingState,
} from '../core/query-pages.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useNewerAds } from './use-newer-ads.ts';

export type FiatAdFilter = Omit<RequestInput<'listFiatAds'>, 'offset' | 'size'>;
type AdPage = ResponseOf<'listFiatAds'>;

const FIRST_PAGE: readonly number[] = [0];

interface FiatAdsView extends PagingState {
  /** The best price first. */
  readonly ads: readonly FiatAd[];
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Returns the ads of a filter, page by page, reloaded when they have changed. */
export function useFiatAds(filter: FiatAdFilter): FiatAdsView {
  const { queries } = useRuntime();
  const key = JSON.stringify(filter);
  const [asked, setAsked] = useState({ key, offsets: FIRST_PAGE });
  const offsets = asked.key === key ? asked.offsets : FIRST_PAGE;
  const actors = useMemo(
    () =>
      offsets.map((offset) =>
        queries.get('listFiatAds', {
          ...(JSON.parse(key) as FiatAdFilter),
          offset: String(offset),
        }),
      ),
    [queries, key, offsets],
  );
  useEffect(() => {
    const releases = actors.map((actor) => queries.hold(actor));
    return () => {
      for (const release of releases) release();
    };
  }, [queries, actors]);
  const store = useMemo(() => createPageStore<AdPage>(actors), [actors]);
  const pages = useSyncExternalStore(store.subscribe, store.get);
  const reload = useCallback(
    (newest?: number) => {
      askAgain<AdPage>(actors, ({ version }) => newest === undefined || version < newest);
    },
    [actors],
  );
  const retry = useCallback(() => reload(), [reload]);
  useNewerAds(
    {
      subject: actors,
      part: partOf(filter),
      version: oldestVersion(pages),
      isBusy: pages.some((page) => page.isBusy),
    },
    reload,
  );
  const ads = useMemo(() => eachOnce(pages), [pages]);

  const first = ensure(pages[0], 'the first page of the ads');
  const last = pages.at(-1) ?? first;
  const next = last.data?.next_offset;
  return {
    ...pagingState({ first, last, pageCount: pages.length }, next),
    ads,
    loadMore: () => {
      if (typeof next === 'number') setAsked({ key, offsets: [...offsets, next] });
    },
    retry,
  };
}

/** Returns the part of the market that a filter belongs to. */
export const partOf = ({ side, currency_id, fiat_code }: FiatAdFilter): FiatMarketPart => ({
  side,
  currency_id: Number(currency_id),
  fiat_code,
});

/** Null before the first page has arrived. */
function oldestVersion(pages: readonly PageView<AdPage>[]): number | null {
  const versions = pages.flatMap(({ data }) => data?.version ?? []);
  return versions.length === 0 ? null : Math.min(...versions);
}

/**
 * Drops duplicates: an ad that moved between pages while they were loaded stays in its first place.
 */
function eachOnce(pages: readonly PageView<AdPage>[]): readonly FiatAd[] {
  const ads = new Map<string, FiatAd>();
  for (const { data } of pages)
    for (const ad of data?.ads ?? []) if (!ads.has(ad.id)) ads.set(ad.id, ad);
  return [...ads.values()];
}

/**
 * Returns a typed amount in the format of the call; empty if it is invalid or has more decimals.
 */
export function canonicalAmount(typed: string, decimals: number): string {
  return spellingProblem(typed, decimals) === null ? wireAmount(typed) : '';
}
