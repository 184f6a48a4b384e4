import type { FiatMarket } from '../../../contract/schemas/fiat-market.ts';
import { useQuery, type QueryView } from './use-query.ts';

/** Which coins are bought and sold, and for which money. */
export const useFiatMarket = (): QueryView<FiatMarket> => useQuery('getFiatMarket', {});
