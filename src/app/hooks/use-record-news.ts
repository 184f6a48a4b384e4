import { useState } from 'react';
import type { NewsOf } from '../../../streams/user-feed.ts';
import { withTold } from '../live/record-news.ts';
import { useUserNews } from './use-user-news.ts';

type RecordKind = 'deposit' | 'withdrawal' | 'feedback' | 'fiat_ad' | 'fiat_order';

/** The own records of this kind that changed since the screen shows, by id, as they are now. */
export function useRecordNews<Kind extends RecordKind>(
  kind: Kind,
): ReadonlyMap<string, NewsOf<Kind>> {
  const [news, setNews] = useState<ReadonlyMap<string, NewsOf<Kind>>>(new Map());
  useUserNews(kind, (record) => setNews((told) => withTold(told, record)));
  return news;
}
