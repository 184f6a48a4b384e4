/** The screen of all notices, newest first. */
import { useText } from '../../i18n/use-text.ts';
import { ContentScreen } from './content-screen.tsx';
import { NewsItems } from '../parts/news-items.tsx';
import { NewsRows } from './news-rows.tsx';

/** All notices, newest first. */
export function NoticeCenterScreen() {
  const t = useText('content');
  return (
    <ContentScreen title={t('notice.title')} parentPath="/home">
      <NewsItems category="notice" emptyTitle={t('notice.empty')} emptyHint={t('notice.emptyHint')}>
        {(items) => (
          <NewsRows
            label={t('notice.title')}
            items={items}
            detailsPath="/notice-details"
            showsDate
          />
        )}
      </NewsItems>
    </ContentScreen>
  );
}
