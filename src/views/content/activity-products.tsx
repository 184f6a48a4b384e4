/** The products that run now, above the articles about activities. */
import { useText } from '../../i18n/use-text.ts';
import { IconSavings, IconTokens } from '../../ui/icons.ts';
import { LinkRow } from '../parts/link-row.tsx';

export function ActivityProducts() {
  const t = useText('content');
  return (
    <ul className="mx-gutter mb-3 overflow-hidden rounded-card bg-surface">
      <LinkRow
        to="/ieo-list"
        icon={IconTokens}
        title={t('activity.tokens')}
        hint={t('activity.tokensHint')}
      />
      <LinkRow
        to="/storage-currency-list"
        icon={IconSavings}
        title={t('activity.savings')}
        hint={t('activity.savingsHint')}
      />
    </ul>
  );
}
