/** The screen of one article about the product. */
import { useText } from '../../i18n/use-text.ts';
import { ArticleScreen } from './article-screen.tsx';

/** One page about the product or its operator. */
export function AboutUsContentScreen() {
  const t = useText('content');
  return <ArticleScreen title={t('about.details')} parentPath="/about-us" />;
}
