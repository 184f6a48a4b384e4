/** The hook of one ad with its current price. */
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import { partOf, type FiatAdFilter } from './use-fiat-ads.ts';
import { useNewerAds } from './use-newer-ads.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';

/** Returns one ad of a list with its present price, reloaded when that list has changed. */
export function useFiatAd(id: string, filter: FiatAdFilter): QueryView<FiatAd> {
  const query = useQuery('getFiatAd', { id });
  const isBusy = query.isRefreshing || query.status === 'loading';
  useNewerAds({ subject: id, part: partOf(filter), version: null, isBusy }, query.retry);
  return query;
}
