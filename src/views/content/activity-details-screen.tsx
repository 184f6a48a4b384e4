/** The screen of one activity. */
import { useText } from '../../i18n/use-text.ts';
import { ArticleScreen } from './article-screen.tsx';

/** One activity. */
export function ActivityDetailsScreen() {
  const t = useText('content');
  return <ArticleScreen title={t('activity.details')} parentPath="/activity-center" />;
}
