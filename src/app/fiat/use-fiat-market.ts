/** The hook of the coins and currencies of the fiat market. */
import type { FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';

/** Returns the coins and the currencies they are traded for. */
export const useFiatMarket = (): QueryView<FiatMarket> => useQuery('getFiatMarket', {});
