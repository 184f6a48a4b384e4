import { useText } from '../../i18n/use-text.ts';
import { ArticleView } from './article-view.tsx';
import { ContentScreen } from './content-screen.tsx';
import { NewsItems } from './news-items.tsx';

/** The privacy policy in force: the newest of its category. */
export function PrivatePolicyScreen() {
  const t = useText('content');
  return (
    <ContentScreen title={t('privacy.title')} parentPath="/about-us">
      <NewsItems
        category="privacy"
        emptyTitle={t('privacy.empty')}
        emptyHint={t('privacy.emptyHint')}
      >
        {([newest]) => newest && <ArticleView id={newest.id} />}
      </NewsItems>
    </ContentScreen>
  );
}
