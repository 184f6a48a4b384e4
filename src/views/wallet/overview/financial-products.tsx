/** The products that use the financial account. */
import { useText } from '../../../i18n/use-text.ts';
import { IconSavings, IconTokens } from '../../../ui/icons.ts';
import { LinkRow } from '../../parts/link-row.tsx';

export function FinancialProducts() {
  const t = useText('wallet');
  return (
    <ul aria-label={t('products.label')} className="overflow-hidden rounded-card bg-surface">
      <LinkRow to="/storage-currency-list" icon={IconSavings} title={t('products.savings')} />
      <LinkRow to="/ieo-list" icon={IconTokens} title={t('products.tokens')} />
    </ul>
  );
}
