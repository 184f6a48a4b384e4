/** The hook of a merchant's public shop. */
import type { Shop } from '../../../contract/fiat/fiat-market.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';

/** Returns a merchant's public shop. */
export function useFiatShop(id: string): QueryView<Shop> {
  const query = useQuery('getShop', { id });
  useReloadWhenShown(query.retry);
  return query;
}
