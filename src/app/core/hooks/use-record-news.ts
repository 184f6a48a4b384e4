import { useMemo } from 'react';
import type { NewsOf } from '../../../../streams/user-feed.ts';
import { useToldRecords } from './use-told-records.ts';
import { useReloadAfterMissedNews, useUserNews } from './use-user-news.ts';

type RecordKind = 'deposit' | 'withdrawal' | 'feedback' | 'fiat_ad' | 'fiat_order';

/**
 * The own records of this kind that changed since the screen shows, by id, as they are now. None after
 * missed news: what was told before may have gone on, and lists are read again then.
 */
export function useRecordNews<Kind extends RecordKind>(
  kind: Kind,
): ReadonlyMap<string, NewsOf<Kind>> {
  const { told, tell, forget } = useToldRecords<NewsOf<Kind>>();
  useUserNews(kind, (record) => tell(record.id, record));
  useReloadAfterMissedNews(forget);
  return useMemo(() => new Map(Object.entries(told)), [told]);
}
