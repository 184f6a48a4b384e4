/** The screen of the current privacy policy. */
import { useText } from '../../i18n/use-text.ts';
import { ContentScreen } from './content-screen.tsx';
import { NewestArticle } from '../parts/newest-article.tsx';

/** The current privacy policy: the newest article of its category. */
export function PrivatePolicyScreen() {
  const t = useText('content');
  return (
    <ContentScreen title={t('privacy.title')} parentPath="/about-us">
      <NewestArticle
        category="privacy"
        emptyTitle={t('privacy.empty')}
        emptyHint={t('privacy.emptyHint')}
      />
    </ContentScreen>
  );
}
