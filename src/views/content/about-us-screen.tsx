/** The screen of articles about the product, policies and app settings. */
import { APP_VERSION } from '../../../contract/version.ts';
import { NEWS_CATEGORIES } from '../../../contract/content/news-categories.ts';
import { useTheme } from '../../app/core/hooks/use-preferences.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconAbout, IconDark, IconSecurity, IconService } from '../../ui/icons.ts';
import { Switch } from '../../ui/switch.tsx';
import { ContentScreen } from './content-screen.tsx';
import { LinkRow } from '../parts/link-row.tsx';
import { NewsItems } from '../parts/news-items.tsx';
import { NewsRows } from './news-rows.tsx';

/** Articles about the company, its policies, and the settings of the app itself. */
export function AboutUsScreen() {
  const t = useText('content');
  return (
    <ContentScreen title={t('about.title')} parentPath="/home">
      <div className="flex flex-col gap-4">
        <NewsItems category="about" emptyTitle={t('about.empty')} emptyHint={t('about.emptyHint')}>
          {(items) => (
            <NewsRows label={t('about.title')} items={items} detailsPath="/about-us-content" />
          )}
        </NewsItems>
        <AppRows />
        <p className="figures px-gutter text-center text-sm text-faint">
          {t('about.version', { version: APP_VERSION })}
        </p>
      </div>
    </ContentScreen>
  );
}

function AppRows() {
  const t = useText('content');
  const [theme, toggleTheme] = useTheme();
  const agreements = useQuery('listNews', { category_id: String(NEWS_CATEGORIES.agreement) });
  const agreement = agreements.data?.[0];
  return (
    <ul className="mx-gutter overflow-hidden rounded-card bg-surface">
      {agreement && (
        <LinkRow
          to={`/about-us-content?id=${agreement.id}`}
          icon={IconAbout}
          title={agreement.title}
        />
      )}
      <LinkRow to="/private-policy" icon={IconSecurity} title={t('privacy.title')} />
      <LinkRow to="/feedback-list" icon={IconService} title={t('about.feedback')} />
      <li className="px-4">
        <Switch checked={theme === 'dark'} onChange={toggleTheme}>
          <IconDark aria-hidden className="size-5 text-muted" />
          {t('about.nightMode')}
        </Switch>
      </li>
    </ul>
  );
}
