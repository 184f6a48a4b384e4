import { useText } from '../../i18n/use-text.ts';
import { ArticleView } from '../content/article-view.tsx';
import { NewsItems } from '../content/news-items.tsx';

/** The newest article of the privacy category. */
export function AgreementText() {
  const t = useText('content');
  return (
    <div className="pb-6">
      <NewsItems
        category="privacy"
        emptyTitle={t('privacy.empty')}
        emptyHint={t('privacy.emptyHint')}
      >
        {([newest]) => newest && <ArticleView id={newest.id} />}
      </NewsItems>
    </div>
  );
}
