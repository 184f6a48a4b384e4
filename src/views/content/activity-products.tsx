/** The products that run now, above the articles about activities. */
import { useText } from '../../i18n/use-text.ts';
import { IconSavings, IconTokens } from '../../ui/icons.ts';
import { LinkRows } from '../parts/link-rows.tsx';

export function ActivityProducts() {
  const t = useText('content');
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
          {
            to: '/storage-currency-list',
            icon: IconSavings,
            title: t('activity.savings'),
            hint: t('activity.savingsHint'),
          },
        ]}
      />
    </div>
  );
}
