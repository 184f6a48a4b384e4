/** The products that use the financial account. */
import { useText } from '../../../i18n/use-text.ts';
import { IconSavings, IconTokens } from '../../../ui/icons.ts';
import { LinkRows } from '../../parts/link-rows.tsx';

export function FinancialProducts() {
  const t = useText('wallet');
  return (
    <LinkRows
      label={t('products.label')}
      rows={[
        { to: '/storage-currency-list', icon: IconSavings, title: t('products.savings') },
        { to: '/ieo-list', icon: IconTokens, title: t('products.tokens') },
      ]}
    />
  );
}
