/** The screen of the products that run now, and of all activities, newest first. */
import { useText } from '../../i18n/use-text.ts';
import { ActivityProducts } from './activity-products.tsx';
import { ContentScreen } from './content-screen.tsx';
import { NewsCards } from './news-cards.tsx';
import { NewsItems } from '../parts/news-items.tsx';

/** Links to savings and offerings, then all activities, newest first. */
export function ActivityCenterScreen() {
  const t = useText('content');
  return (
    <ContentScreen title={t('activity.title')} parentPath="/home">
      <ActivityProducts />
      <NewsItems
        category="activity"
        emptyTitle={t('activity.empty')}
        emptyHint={t('activity.emptyHint')}
      >
        {(items) => (
          <NewsCards label={t('activity.title')} items={items} detailsPath="/activity-details" />
        )}
      </NewsItems>
    </ContentScreen>
  );
}
