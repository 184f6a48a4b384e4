/** The current user agreement and privacy policy. */
import { useText } from '../../i18n/use-text.ts';
import { NewestArticle } from '../parts/newest-article.tsx';

/** The current user agreement and privacy policy. */
export function AgreementText() {
  const t = useText('content');
  return (
    <div className="flex flex-col gap-10 pb-6">
      <NewestArticle
        category="agreement"
        emptyTitle={t('agreement.empty')}
        emptyHint={t('agreement.emptyHint')}
      />
      <NewestArticle
        category="privacy"
        emptyTitle={t('privacy.empty')}
        emptyHint={t('privacy.emptyHint')}
      />
    </div>
  );
}
