/** The screen of articles about the product, policies and app settings. */
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { APP_VERSION } from '../../../contract/version.ts';
import { NEWS_CATEGORIES } from '../../../contract/content/news-categories.ts';
import { useTheme } from '../../app/core/hooks/use-preferences.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconAbout, IconDark, IconForward, IconSecurity, IconService } from '../../ui/icons.ts';
import { Switch } from '../../ui/switch.tsx';
import { ContentScreen } from './content-screen.tsx';
import { NewsItems } from '../parts/news-items.tsx';
import { NewsRows } from './news-rows.tsx';

const rowStyle =
  'flex min-h-13 w-full items-center gap-3 px-4 text-start -outline-offset-2 transition-colors duration-150 hover:bg-raised';

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
      <Row>
        <div className="px-4">
          <Switch checked={theme === 'dark'} onChange={toggleTheme}>
            <IconDark aria-hidden className="size-5 text-muted" />
            {t('about.nightMode')}
          </Switch>
        </div>
      </Row>
    </ul>
  );
}

interface LinkRowProps {
  readonly to: string;
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  readonly title: string;
}

function LinkRow({ to, icon: Icon, title }: LinkRowProps) {
  return (
    <Row>
      <Link to={to} className={rowStyle}>
        <Icon aria-hidden className="size-5 text-muted" />
        <span className="min-w-0 flex-1">{title}</span>
        <IconForward aria-hidden className="size-4.5 shrink-0 text-faint" />
      </Link>
    </Row>
  );
}

function Row({ children }: { readonly children: ReactNode }) {
  return <li className="border-b border-line last:border-b-0">{children}</li>;
}
