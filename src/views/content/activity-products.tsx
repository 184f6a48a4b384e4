/** The products that run now, above the articles about activities. */
import { annualPpmOf } from '../../../contract/figures/staking.ts';
import type { QueryView } from '../../app/core/hooks/use-query.ts';
import { useOfferings } from '../../app/ieo/use-offerings.ts';
import { useStakingProducts } from '../../app/staking/use-staking-products.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconSavings, IconTokens } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import type { LinkRowProps } from '../parts/link-row.tsx';
import { LinkRows } from '../parts/link-rows.tsx';

/** Rows of each kind; the pages of the products have all. */
const SHOWN = 3;

export function ActivityProducts() {
  const t = useText('content');
  const offerings = useOfferingRows();
  const savings = useSavingsRows();
  return (
    <div className="mx-gutter mb-3 flex flex-col gap-3">
      <Group
        page={{
          to: '/ieo-list',
          icon: IconTokens,
          title: t('activity.tokens'),
          hint: t('activity.tokensHint'),
        }}
        products={offerings}
      />
      <Group
        page={{
          to: '/storage-currency-list',
          icon: IconSavings,
          title: t('activity.savings'),
          hint: t('activity.savingsHint'),
        }}
        products={savings}
      />
      <Failure of={[offerings.query, savings.query]} />
    </div>
  );
}

interface ProductRows {
  readonly query: QueryView<unknown>;
  readonly rows: readonly LinkRowProps[];
}

interface GroupProps {
  /** The page of all products of a kind, which is there without a network, too. */
  readonly page: LinkRowProps;
  readonly products: ProductRows;
}

/** The way to all products of a kind, and those that run now. */
function Group({ page, products: { query, rows } }: GroupProps) {
  const t = useText('content');
  return (
    <div className="overflow-hidden rounded-card bg-surface">
      <LinkRows rows={[page, ...rows]} />
      {query.status === 'loading' && <SkeletonRows label={t('state.loading')} rows={SHOWN} />}
    </div>
  );
}

/** One reason and one retry for all kinds that could not be loaded. */
function Failure({ of }: { readonly of: readonly QueryView<unknown>[] }) {
  const failed = of.filter(({ status }) => status === 'failure');
  const [first] = failed;
  if (first === undefined) return null;
  return (
    <ErrorState
      error={first.error}
      onRetry={() => {
        for (const { retry } of failed) retry();
      }}
    />
  );
}

/** Offerings that users may subscribe to, then those to come. */
function useOfferingRows(): ProductRows {
  const t = useText('ieo');
  const format = useFormat();
  const { query, offerings } = useOfferings();
  const rows = offerings
    .filter(({ lifecycle }) => lifecycle.next !== null)
    .slice(0, SHOWN)
    .map(({ id, lifecycle, state, ...offering }) => ({
      to: `/ieo-details?id=${id}`,
      icon: IconTokens,
      title: `${offering.token_name} (${offering.token_code})`,
      hint: `${t('price')} ${format.amount(offering.issue_price)} ${offering.pay_code}`,
      state: <Badge tone={lifecycle.isOpen ? 'up' : 'neutral'}>{t(`phase.${state}`)}</Badge>,
    }));
  return { query, rows };
}

/** Products with a rest of their quota, the highest rate first. */
function useSavingsRows(): ProductRows {
  const t = useText('staking');
  const format = useFormat();
  const { query, products } = useStakingProducts();
  const rows = products
    .filter(({ is_open: isOpen, quota_left: left }) => isOpen && left !== '0')
    .toSorted((a, b) => b.daily_ppb - a.daily_ppb)
    .slice(0, SHOWN)
    .map(({ id, currency_code: code, cycle_days: count, daily_ppb: daily }) => ({
      to: `/storage-currency-list?product=${id}`,
      icon: IconSavings,
      title: t('productName', { code, term: t('days', { count }) }),
      hint: `${t('annual')} ${format.rate(Number(annualPpmOf(daily)))}`,
    }));
  return { query, rows };
}
