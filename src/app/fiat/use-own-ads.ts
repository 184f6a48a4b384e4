/** The hook of the own ads, page by page, then live. */
import { useMemo } from 'react';
import type { FiatAdState } from '../../../contract/fiat/fiat-kinds.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { withRecordNews } from '../core/live/record-news.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useRecordNews } from '../core/hooks/use-record-news.ts';
import { useReloadAfterMissedNews } from '../core/hooks/use-user-news.ts';

interface OwnAdsView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly ads: readonly OwnFiatAd[];
}

/** The user's ads: page by page, then live. */
export function useOwnAds(state: FiatAdState | undefined): OwnAdsView {
  const list = usePages('listOwnFiatAds', state === undefined ? {} : { state });
  const { pages, isWhole, refresh } = list;
  const news = useRecordNews('fiat_ad');
  useReloadAfterMissedNews(refresh);
  const ads = useMemo(() => {
    const listed = pages.flatMap((page) => page.ads);
    const isWanted = (ad: OwnFiatAd) => state === undefined || ad.state === state;
    return withRecordNews(listed, news, isWanted, isWhole);
  }, [pages, news, state, isWhole]);
  return { ...list, ads };
}
