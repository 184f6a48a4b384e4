/** The hook of savings products. */
import { useMemo } from 'react';
import type { StakingProduct } from '../../../contract/staking/staking.ts';
import { percentOf } from '../../../machines/app/core/amount.rules.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';

export interface OfferedProduct extends StakingProduct {
  /** Whole percents of the quota that are left. */
  readonly leftPercent: number;
}

interface StakingProductsView {
  readonly query: QueryView<readonly StakingProduct[]>;
  /** Empty while they are not loaded. */
  readonly products: readonly OfferedProduct[];
}

export function useStakingProducts(): StakingProductsView {
  const query = useQuery('listStakingProducts', {});
  const { data } = query;
  const products = useMemo(
    () =>
      (data ?? []).map((product) => ({
        ...product,
        leftPercent: percentOf(product.quota_left, product.quota),
      })),
    [data],
  );
  return { query, products };
}
