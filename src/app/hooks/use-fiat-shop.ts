import type { Shop } from '../../../contract/schemas/fiat-market.ts';
import { useQuery, type QueryView } from './use-query.ts';
import { useReloadWhenShown } from './use-reload-when-shown.ts';

/** A merchant's shop as others see it. */
export function useFiatShop(id: string): QueryView<Shop> {
  const query = useQuery('getShop', { id });
  useReloadWhenShown(query.retry);
  return query;
}
