/** The hook of the own ads, page by page, then live. */
import { useMemo } from 'react';
import type { FiatAdState } from '../../../contract/fiat/fiat-kinds.ts';
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { withRecordUpdates } from '../core/live/record-updates.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadAfterMissedUpdates } from '../core/hooks/use-user-updates.ts';

interface OwnAdsView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly ads: readonly OwnFiatAd[];
}

/** The user's ads: page by page, then live. */
export function useOwnAds(state: FiatAdState | undefined): OwnAdsView {
  const list = usePages('listOwnFiatAds', state === undefined ? {} : { state });
  const { pages, isWhole, refresh } = list;
  const updates = useRecordUpdates('fiat_ad');
  useReloadAfterMissedUpdates(refresh);
  const ads = useMemo(() => {
    const listed = pages.flatMap((page) => page.ads);
    const isWanted = (ad: OwnFiatAd) => state === undefined || ad.state === state;
    return withRecordUpdates(listed, updates, isWanted, isWhole);
  }, [pages, updates, state, isWhole]);
  return { ...list, ads };
}
