/** The products that run now, above the articles about activities. */
import { annualPpmOf } from '../../../contract/figures/staking.ts';
import { useOfferings } from '../../app/ieo/use-offerings.ts';
import { useStakingProducts } from '../../app/staking/use-staking-products.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconSavings, IconTokens } from '../../ui/icons.ts';
import type { LinkRowProps } from '../parts/link-row.tsx';
import { LinkRows } from '../parts/link-rows.tsx';

/** Rows of each kind; the pages of the products have all. */
const SHOWN = 3;

export function ActivityProducts() {
  const t = useText('content');
  const offerings = useOfferingRows();
  const savings = useSavingsRows();
  return (
    <div className="mx-gutter mb-3">
      <LinkRows
        rows={[
          {
            to: '/ieo-list',
            icon: IconTokens,
            title: t('activity.tokens'),
            hint: t('activity.tokensHint'),
          },
          ...offerings,
          {
            to: '/storage-currency-list',
            icon: IconSavings,
            title: t('activity.savings'),
            hint: t('activity.savingsHint'),
          },
          ...savings,
        ]}
      />
    </div>
  );
}

/** Offerings that users may subscribe to, then those to come. */
function useOfferingRows(): readonly LinkRowProps[] {
  const t = useText('ieo');
  const format = useFormat();
  return useOfferings()
    .offerings.filter(({ lifecycle }) => lifecycle.next !== null)
    .slice(0, SHOWN)
    .map(({ id, lifecycle, state, ...offering }) => ({
      to: `/ieo-details?id=${id}`,
      icon: IconTokens,
      title: `${offering.token_name} (${offering.token_code})`,
      hint: `${t('price')} ${format.amount(offering.issue_price)} ${offering.pay_code}`,
      state: <Badge tone={lifecycle.isOpen ? 'up' : 'neutral'}>{t(`phase.${state}`)}</Badge>,
    }));
}

/** Products with a rest of their quota, the highest rate first. */
function useSavingsRows(): readonly LinkRowProps[] {
  const t = useText('staking');
  const format = useFormat();
  return useStakingProducts()
    .products.filter(({ is_open: isOpen, quota_left: left }) => isOpen && left !== '0')
    .toSorted((a, b) => b.daily_ppb - a.daily_ppb)
    .slice(0, SHOWN)
    .map(({ id, currency_code: code, cycle_days: count, daily_ppb: daily }) => ({
      to: `/storage-currency-list?product=${id}`,
      icon: IconSavings,
      title: t('productName', { code, term: t('days', { count }) }),
      hint: `${t('annual')} ${format.rate(Number(annualPpmOf(daily)))}`,
    }));
}
