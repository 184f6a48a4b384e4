/** The screen of one help article. */
import { useText } from '../../i18n/use-text.ts';
import { ArticleScreen } from './article-screen.tsx';

/** One help article. */
export function HelpDetailsScreen() {
  const t = useText('content');
  return <ArticleScreen title={t('help.details')} parentPath="/help-center" />;
}
