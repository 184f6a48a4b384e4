/** The ticker of notices on the home screen. */
import { Link } from 'react-router-dom';
import { LIMITS } from '../../../contract/limits.ts';
import { NEWS_CATEGORIES } from '../../../contract/content/news-categories.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconAnnouncement, IconForward } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRotation } from '../../ui/use-rotation.ts';

/** Shows one notice after the other, with a link to all. */
export function NoticeTicker() {
  const t = useText('home');
  const notices = useQuery('listNews', { category_id: String(NEWS_CATEGORIES.notice) });
  const titles = notices.data?.map((notice) => notice.title) ?? [];
  const { index, hold, release } = useRotation(titles.length, LIMITS.autoplay_ms);
  return (
    <Link
      to="/notice-center"
      data-testid="notice-bar"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="mx-gutter flex min-h-11 items-center gap-2.5 rounded-control bg-surface px-3 text-sm transition-colors duration-150 hover:bg-tint"
    >
      <IconAnnouncement aria-hidden className="size-4.5 shrink-0 text-accent" />
      <span className="sr-only">{t('notice.label')}</span>
      <span className="min-w-0 flex-1 overflow-hidden">
        {notices.status === 'loading' ? (
          <Skeleton className="h-4 w-3/4" />
        ) : (
          <span
            key={index}
            className="animate-fade-in block truncate @max-[18rem]:whitespace-normal"
          >
            {titles[index] ??
              t(notices.status === 'failure' ? 'common:state.failed' : 'notice.none')}
          </span>
        )}
      </span>
      <IconForward aria-hidden className="size-4.5 shrink-0 text-faint" />
    </Link>
  );
}
