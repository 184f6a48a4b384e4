/** The screen of one notice or banner. */
import { useText } from '../../i18n/use-text.ts';
import { ArticleScreen } from './article-screen.tsx';

/** One notice or banner. */
export function NoticeDetailsScreen() {
  const t = useText('content');
  return <ArticleScreen title={t('notice.details')} parentPath="/notice-center" />;
}
